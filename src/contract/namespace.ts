import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import {
  AccountRef,
  Body,
  exampleIds,
  exampleTime,
  Id,
  listQuery,
  Name,
  NamedRef,
  Nullable,
  PathParams,
  Resource,
  Text,
  Time,
} from './values.ts';

export const Namespace = Resource('Namespace', {
  id: Id,
  name: Type.String(),
  team: NamedRef,
  description: Nullable(Type.String()),
  state: Type.Enum(['active', 'deleting']),
  region: Type.String(),
  actor: AccountRef,
  created_at: Time,
  updated_at: Time,
});
export type Namespace = Static<typeof Namespace>;

const exampleNamespace: Namespace = {
  id: exampleIds.namespace,
  name: 'harbour',
  team: { id: exampleIds.team, name: 'harbour' },
  description: null,
  state: 'active',
  region: 'local',
  actor: { id: exampleIds.account, email: 'ada@example.com' },
  created_at: exampleTime,
  updated_at: exampleTime,
};
const params = PathParams('namespace');
const tag = 'Namespaces';

export const namespaceOperations = {
  listNamespaces: operation({
    method: 'GET',
    path: '/namespaces',
    tag,
    summary: 'List the namespaces of your teams',
    query: Type.Object(listQuery),
    answer: { status: 200, description: 'The namespaces, by name.', schema: Type.Array(Namespace) },
    example: { answer: [exampleNamespace] },
  }),
  createNamespace: operation({
    method: 'POST',
    path: '/namespaces',
    tag,
    summary: 'Create a namespace',
    description:
      'An isolated environment for a group of apps: what runs in one cannot reach the apps, files or processes of another.',
    body: Body({
      name: Name,
      team_id: Type.Optional(Text(64, { description: 'Id or name; without it, your personal team.' })),
      description: Type.Optional(Nullable(Text(1000))),
      region: Type.Optional(Text(64)),
      zone_id: Type.Optional(Nullable(Text(64, { description: 'Accepted, without effect.' }))),
    }),
    answer: { status: 201, description: 'The namespace.', schema: Namespace },
    example: { body: { name: 'harbour', team_id: 'harbour' }, answer: exampleNamespace },
  }),
  getNamespace: operation({
    method: 'GET',
    path: '/namespaces/{namespace}',
    tag,
    summary: 'Get a namespace',
    params,
    answer: { status: 200, description: 'The namespace.', schema: Namespace },
    example: { answer: exampleNamespace },
  }),
  deleteNamespace: operation({
    method: 'DELETE',
    path: '/namespaces/{namespace}',
    tag,
    summary: 'Delete an empty namespace',
    description: 'Answers 409 while it still holds apps.',
    params,
    answer: { status: 204, description: 'The namespace is gone.' },
    example: {},
  }),
};
