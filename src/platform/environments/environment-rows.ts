import type { Kysely } from 'kysely';
import { timestamp } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import { isId } from '../../base/ids.ts';
import type { ConfigVars } from '../../contract/config-var.ts';
import type { EnvironmentKind } from '../../contract/environment.ts';
import type { Role } from '../../contract/values.ts';
import { strongestRole } from '../access/roles.ts';
import type { Tables, Tx } from '../database/tables.ts';
import type { Platform } from '../platform.ts';

type Reader = Kysely<Tables>;

export interface VisibleEnvironment {
  id: string;
  kind: EnvironmentKind;
  role: Role;
  team_id: string;
  owner: { kind: 'app' | 'pipeline'; id: string; name: string };
}

export async function findVisibleEnvironment(
  db: Reader,
  reference: string,
  accountId: string,
): Promise<VisibleEnvironment | undefined> {
  if (!isId(reference)) return undefined;
  const row = await db
    .selectFrom('environments')
    .leftJoin('apps', 'apps.id', 'environments.app_id')
    .leftJoin('pipelines', 'pipelines.id', 'environments.pipeline_id')
    .innerJoin('teams', (join) =>
      join.on(({ or, eb, ref }) =>
        or([eb('teams.id', '=', ref('apps.team_id')), eb('teams.id', '=', ref('pipelines.team_id'))]),
      ),
    )
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.team_id', '=', 'teams.id').on('memberships.account_id', '=', accountId),
    )
    .leftJoin('collaborators', (join) =>
      join.onRef('collaborators.app_id', '=', 'apps.id').on('collaborators.account_id', '=', accountId),
    )
    .select([
      'environments.id',
      'environments.kind',
      'teams.id as team_id',
      'apps.id as app_id',
      'apps.name as app_name',
      'pipelines.id as pipeline_id',
      'pipelines.name as pipeline_name',
    ])
    .select(strongestRole('memberships.role', 'collaborators.role').as('role'))
    .where('environments.id', '=', reference)
    .executeTakeFirst();
  if (!row?.role) return undefined;
  const owner =
    row.app_id === null
      ? { kind: 'pipeline' as const, id: row.pipeline_id!, name: row.pipeline_name! }
      : { kind: 'app' as const, id: row.app_id, name: row.app_name! };
  return { id: row.id, kind: row.kind, role: row.role, team_id: row.team_id, owner };
}

export async function createEnvironment(
  { vault, clock }: Platform,
  tx: Tx,
  environment: { id: string; kind: EnvironmentKind; appId?: string; pipelineId?: string },
): Promise<void> {
  await tx
    .insertInto('environments')
    .values({
      id: environment.id,
      kind: environment.kind,
      app_id: environment.appId ?? null,
      pipeline_id: environment.pipelineId ?? null,
      vars: vault.seal('{}', sealContext(environment.id)),
      version: 1,
      updated_at: timestamp(clock),
    })
    .execute();
}

export async function readVars({ database, vault }: Platform, environmentId: string): Promise<ConfigVars> {
  const row = await database.read
    .selectFrom('environments')
    .select('vars')
    .where('id', '=', environmentId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return JSON.parse(vault.open(row.vars, sealContext(environmentId)));
}

/** Raising the version takes the row's lock first, so that of two changes at once the second sees the first. */
export async function lockVars({ vault }: Platform, tx: Tx, environmentId: string): Promise<ConfigVars> {
  const row = await tx
    .updateTable('environments')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', environmentId)
    .returning('vars')
    .executeTakeFirst();
  if (!row) throw notFound();
  return JSON.parse(vault.open(row.vars, sealContext(environmentId)));
}

export async function writeVars(
  { vault, clock }: Platform,
  tx: Tx,
  id: string,
  vars: ConfigVars,
): Promise<void> {
  await tx
    .updateTable('environments')
    .set({ vars: vault.seal(JSON.stringify(vars), sealContext(id)), updated_at: timestamp(clock) })
    .where('id', '=', id)
    .execute();
}

function sealContext(environmentId: string): string {
  return `environment ${environmentId}`;
}
