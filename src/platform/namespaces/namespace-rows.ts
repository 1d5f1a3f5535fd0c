import type { Kysely } from 'kysely';
import type { Namespace } from '../../contract/namespace.ts';
import type { Role } from '../../contract/values.ts';
import { idOrName } from '../database/references.ts';
import type { Tables } from '../database/tables.ts';
import { fetchPage, type Page, type PageRequest } from '../paging.ts';

type Reader = Kysely<Tables>;

function selectNamespaces(db: Reader) {
  return db
    .selectFrom('namespaces')
    .innerJoin('teams', 'teams.id', 'namespaces.team_id')
    .selectAll('namespaces')
    .select('teams.name as team_name');
}

type NamespaceRow = Awaited<ReturnType<ReturnType<typeof selectNamespaces>['executeTakeFirstOrThrow']>>;
export type VisibleNamespace = NamespaceRow & { role: Role };

export async function findVisibleNamespace(
  db: Reader,
  reference: string,
  accountId: string,
): Promise<VisibleNamespace | undefined> {
  const column = idOrName(reference);
  if (!column) return undefined;
  return selectNamespaces(db)
    .innerJoin('memberships', 'memberships.team_id', 'namespaces.team_id')
    .select('memberships.role')
    .where('memberships.account_id', '=', accountId)
    .where(`namespaces.${column}`, '=', reference)
    .executeTakeFirst();
}

export function listVisibleNamespaces(
  db: Reader,
  accountId: string,
  page: PageRequest,
): Promise<Page<NamespaceRow>> {
  const query = selectNamespaces(db)
    .innerJoin('memberships', 'memberships.team_id', 'namespaces.team_id')
    .where('memberships.account_id', '=', accountId);
  return fetchPage(query, page, { key: 'namespaces.name', of: (namespace) => namespace.name });
}

export async function findNamespace(db: Reader, id: string): Promise<NamespaceRow | undefined> {
  return selectNamespaces(db).where('namespaces.id', '=', id).executeTakeFirst();
}

export async function findNamespaceOfTeam(db: Reader, reference: string, teamId: string) {
  const column = idOrName(reference);
  if (!column) return undefined;
  return db
    .selectFrom('namespaces')
    .select(['id', 'name', 'region'])
    .where('team_id', '=', teamId)
    .where(column, '=', reference)
    .executeTakeFirst();
}

/** The oldest: ids grow with time. */
export async function firstNamespace(db: Reader, teamId: string, region: string | undefined) {
  let query = db.selectFrom('namespaces').select('id').where('team_id', '=', teamId).orderBy('id').limit(1);
  if (region !== undefined) query = query.where('region', '=', region);
  return query.executeTakeFirst();
}

export function toNamespace(row: NamespaceRow): Namespace {
  return {
    id: row.id,
    name: row.name,
    team: { id: row.team_id, name: row.team_name },
    description: row.description,
    state: row.state,
    region: row.region,
    actor: { id: row.actor_id, email: row.actor_email },
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
