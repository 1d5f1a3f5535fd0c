import { timestamp } from '../../base/clock.ts';
import { KedgeError } from '../../base/errors.ts';
import type { Account, accountOperations } from '../../contract/account.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../database/tables.ts';
import type { Platform } from '../platform.ts';
import { removeEmptyTeam } from '../teams/delete-team.ts';
import { countAdmins, findPersonalTeam } from '../teams/team-rows.ts';
import { type AccountRow, countActiveAdmins, toAccount } from './account-rows.ts';

export async function updateAccount(
  platform: Platform,
  caller: Caller,
  account: AccountRow,
  input: BodyOf<typeof accountOperations.updateAccount>,
): Promise<Account> {
  return platform.database.transact(async (tx) => {
    if (input.disabled === true || input.platform_admin === false) await keepAPlatformAdmin(tx, account);
    const row = await tx
      .updateTable('accounts')
      .set({
        disabled: toFlag(input.disabled, account.disabled),
        platform_admin: toFlag(input.platform_admin, account.platform_admin),
        updated_at: timestamp(platform.clock),
      })
      .where('id', '=', account.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordEvent(platform, tx, caller, {
      action: 'account.update',
      team: null,
      target: { kind: 'account', id: account.id, name: account.email },
      details: Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value)])),
    });
    return toAccount(row);
  });
}

export async function deleteAccount(platform: Platform, caller: Caller, account: AccountRow): Promise<void> {
  await platform.database.transact(async (tx) => {
    await keepAPlatformAdmin(tx, account);
    await keepTeamAdmins(tx, account);
    const personal = await findPersonalTeam(tx, account.id);
    if (personal) await removeEmptyTeam(tx, personal);
    await tx.deleteFrom('accounts').where('id', '=', account.id).execute();
    await recordEvent(platform, tx, caller, {
      action: 'account.delete',
      team: null,
      target: { kind: 'account', id: account.id, name: account.email },
    });
  });
}

async function keepAPlatformAdmin(tx: Tx, account: AccountRow): Promise<void> {
  if (account.platform_admin === 0 || account.disabled === 1 || (await countActiveAdmins(tx)) > 1) return;
  throw new KedgeError('last_admin', `${account.email} is the last platform admin: make another one first.`);
}

async function keepTeamAdmins(tx: Tx, account: AccountRow): Promise<void> {
  const teams = await tx
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.id', 'memberships.team_id')
    .select(['teams.id', 'teams.name'])
    .where('memberships.account_id', '=', account.id)
    .where('memberships.role', '=', 'admin')
    .where('teams.personal_account_id', 'is', null)
    .execute();
  for (const team of teams) {
    if ((await countAdmins(tx, team.id)) > 1) continue;
    throw new KedgeError(
      'last_admin',
      `${account.email} is the last admin of "${team.name}": make another one first.`,
    );
  }
}

function toFlag(wanted: boolean | undefined, today: 0 | 1): 0 | 1 {
  if (wanted === undefined) return today;
  return wanted ? 1 : 0;
}
