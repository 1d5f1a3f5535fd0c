import type { Kysely, Selectable } from 'kysely';
import type { Member, Team } from '../../contract/team.ts';
import type { Role } from '../../contract/values.ts';
import { findAccount } from '../accounts/account-rows.ts';
import { idOrName } from '../database/references.ts';
import type { Tables, TeamsTable, Tx } from '../database/tables.ts';
import { fetchPage, type Page, type PageRequest } from '../paging.ts';

type Reader = Kysely<Tables>;
type TeamRow = Selectable<TeamsTable>;
export type VisibleTeam = TeamRow & { role: Role };

function selectVisibleTeams(db: Reader, accountId: string) {
  return db
    .selectFrom('teams')
    .innerJoin('memberships', 'memberships.team_id', 'teams.id')
    .selectAll('teams')
    .select('memberships.role')
    .where('memberships.account_id', '=', accountId);
}

export async function findVisibleTeam(
  db: Reader,
  reference: string,
  accountId: string,
): Promise<VisibleTeam | undefined> {
  const column = idOrName(reference);
  return (
    column && selectVisibleTeams(db, accountId).where(`teams.${column}`, '=', reference).executeTakeFirst()
  );
}

export async function findPersonalTeam(db: Reader, accountId: string): Promise<VisibleTeam | undefined> {
  return selectVisibleTeams(db, accountId)
    .where('teams.personal_account_id', '=', accountId)
    .executeTakeFirst();
}

export function listVisibleTeams(
  db: Reader,
  accountId: string,
  page: PageRequest,
): Promise<Page<VisibleTeam>> {
  return fetchPage(selectVisibleTeams(db, accountId), page, { key: 'teams.name', of: (team) => team.name });
}

export function toTeam(row: TeamRow): Team {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    personal: row.personal_account_id !== null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function selectMembers(db: Reader, teamId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select(['accounts.id', 'accounts.email', 'memberships.role', 'memberships.created_at'])
    .where('memberships.team_id', '=', teamId);
}

export type MemberRow = { id: string; email: string; role: Role; created_at: string };

export function listMembers(db: Reader, teamId: string, page: PageRequest): Promise<Page<MemberRow>> {
  return fetchPage(selectMembers(db, teamId), page, { key: 'accounts.id', of: (member) => member.id });
}

/** By account id or email address. */
export async function findMember(
  db: Reader,
  teamId: string,
  reference: string,
): Promise<MemberRow | undefined> {
  const account = await findAccount(db, reference);
  return account && selectMembers(db, teamId).where('accounts.id', '=', account.id).executeTakeFirst();
}

/**
 * Takes the team's lock, so that two admins who leave at once do not both find the other one there.
 */
export async function countAdmins(tx: Tx, teamId: string): Promise<number> {
  await tx
    .updateTable('teams')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', teamId)
    .execute();
  const { admins } = await tx
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<number>().as('admins'))
    .where('team_id', '=', teamId)
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return admins;
}

export function toMember(row: MemberRow): Member {
  return { id: row.id, user: { id: row.id, email: row.email }, role: row.role, created_at: row.created_at };
}
