import { type Static, Type } from 'typebox';
import { deploymentStatuses } from './app.ts';
import { operation } from './operation.ts';
import {
  AccountRef,
  exampleIds,
  exampleTime,
  Id,
  listQuery,
  NamedRef,
  Nullable,
  PathParams,
  Resource,
  Time,
} from './values.ts';

export const Release = Resource('Release', {
  id: Id,
  version: Type.Integer(),
  app: NamedRef,
  status: Type.Enum(deploymentStatuses.filter((status) => status !== 'none')),
  description: Type.String(),
  slug: Nullable(
    Type.Object({ id: Id, size: Type.Integer(), checksum: Type.String() }, { additionalProperties: false }),
  ),
  commit: Nullable(Type.String()),
  user: Nullable(AccountRef),
  current: Type.Boolean(),
  eligible_for_rollback: Type.Boolean(),
  failure_reason: Nullable(Type.String()),
  created_at: Time,
  updated_at: Time,
});
export type Release = Static<typeof Release>;

const exampleRelease: Release = {
  id: exampleIds.release,
  version: 1,
  app: { id: exampleIds.app, name: 'anchor-shop' },
  status: 'succeeded',
  description: 'Set LOG_LEVEL',
  slug: null,
  commit: null,
  user: { id: exampleIds.account, email: 'ada@example.com' },
  current: true,
  eligible_for_rollback: false,
  failure_reason: null,
  created_at: exampleTime,
  updated_at: exampleTime,
};
const tag = 'Releases';

export const releaseOperations = {
  listReleases: operation({
    method: 'GET',
    path: '/apps/{app}/releases',
    tag,
    summary: 'List the releases of an app',
    params: PathParams('app'),
    query: Type.Object(listQuery),
    answer: { status: 200, description: 'The releases, newest first.', schema: Type.Array(Release) },
    example: { answer: [exampleRelease] },
  }),
  getRelease: operation({
    method: 'GET',
    path: '/apps/{app}/releases/{release}',
    tag,
    summary: 'Get a release by its version or id',
    params: PathParams('app', 'release'),
    answer: { status: 200, description: 'The release.', schema: Release },
    example: { answer: exampleRelease },
  }),
};
