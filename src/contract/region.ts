import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { Nullable, Resource } from './values.ts';

export const engines = ['local', 'kubernetes'] as const;

export const Region = Resource('Region', {
  name: Type.String(),
  description: Nullable(Type.String()),
  engine: Type.Enum([...engines]),
  default: Type.Boolean({ description: 'Where a namespace goes that names no region.' }),
});
export type Region = Static<typeof Region>;

export const regionOperations = {
  listRegions: operation({
    method: 'GET',
    path: '/regions',
    tag: 'Regions',
    summary: 'List the regions where apps can run',
    answer: { status: 200, description: 'The regions.', schema: Type.Array(Region) },
    example: { answer: [{ name: 'local', description: null, engine: 'local', default: true }] },
  }),
};
