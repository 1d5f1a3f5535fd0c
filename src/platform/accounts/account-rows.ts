import type { Kysely, Selectable } from 'kysely';
import { invalidParams } from '../../base/errors.ts';
import { isId } from '../../base/ids.ts';
import type { Account } from '../../contract/account.ts';
import type { Caller } from '../access/caller.ts';
import type { AccountsTable, Tables, Tx } from '../database/tables.ts';
import { fetchPage, type Page, type PageRequest } from '../paging.ts';

type Reader = Kysely<Tables>;
export type AccountRow = Selectable<AccountsTable>;

/** By id or email address. */
export async function findAccount(db: Reader, reference: string): Promise<AccountRow | undefined> {
  if (reference.includes('\0')) return undefined;
  const query = db.selectFrom('accounts').selectAll();
  if (isId(reference)) return query.where('id', '=', reference).executeTakeFirst();
  return query.where('email', '=', reference.toLowerCase()).executeTakeFirst();
}

/** An account that the caller can see: it shares a team with them, or they are a platform admin. */
export async function requireKnownAccount(
  db: Reader,
  caller: Caller,
  reference: string,
): Promise<AccountRow> {
  const account = await findAccount(db, reference);
  if (account && (caller.account.platformAdmin || (await shareATeam(db, caller.account.id, account.id))))
    return account;
  throw invalidParams({ user: 'is no account that you can see: invite the address to a team instead' });
}

async function shareATeam(db: Reader, one: string, other: string): Promise<boolean> {
  const shared = await db
    .selectFrom('memberships as mine')
    .innerJoin('memberships as theirs', 'theirs.team_id', 'mine.team_id')
    .select('mine.team_id')
    .where('mine.account_id', '=', one)
    .where('theirs.account_id', '=', other)
    .limit(1)
    .executeTakeFirst();
  return shared !== undefined;
}

export function listAccounts(db: Reader, page: PageRequest): Promise<Page<AccountRow>> {
  return fetchPage(db.selectFrom('accounts').selectAll(), page, { key: 'id', of: (account) => account.id });
}

/** Locks them: two admins who step down at once must not both find the other one there. */
export async function countActiveAdmins(tx: Tx): Promise<number> {
  const admins = await tx
    .updateTable('accounts')
    .set({ platform_admin: 1 })
    .where('platform_admin', '=', 1)
    .where('disabled', '=', 0)
    .returning('id')
    .execute();
  return admins.length;
}

export function toAccount(row: Omit<AccountRow, 'password_hash'>): Account {
  return {
    id: row.id,
    email: row.email,
    platform_admin: row.platform_admin === 1,
    disabled: row.disabled === 1,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
