import { timestamp } from '../../base/clock.ts';
import { conflict, KedgeError, notFound } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Member, teamOperations } from '../../contract/team.ts';
import type { Role } from '../../contract/values.ts';
import type { Actor, Caller } from '../access/caller.ts';
import { requireKnownAccount } from '../accounts/account-rows.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orTaken } from '../database/conflicts.ts';
import type { Tx } from '../database/tables.ts';
import type { Platform } from '../platform.ts';
import { countAdmins, findMember, type MemberRow, toMember, type VisibleTeam } from './team-rows.ts';

type TeamRef = Pick<VisibleTeam, 'id' | 'name' | 'personal_account_id'>;

export async function addMember(
  platform: Platform,
  caller: Caller,
  team: VisibleTeam,
  input: BodyOf<typeof teamOperations.addMember>,
): Promise<Member> {
  return platform.database.transact(async (tx) => {
    const account = await requireKnownAccount(tx, caller, input.user);
    return joinTeam(platform, tx, caller, team, account, input.role);
  });
}

export async function joinTeam(
  platform: Platform,
  tx: Tx,
  actor: Actor,
  team: TeamRef,
  account: { id: string; email: string },
  role: Role,
): Promise<Member> {
  const created_at = timestamp(platform.clock);
  const insert = tx
    .insertInto('memberships')
    .values({ team_id: team.id, account_id: account.id, role, created_at })
    .execute();
  await orTaken(insert, { 'memberships.team_id,account_id': `${account.email} is a member already.` });
  await recordEvent(platform, tx, actor, {
    action: 'member.add',
    team: team.id,
    target: { kind: 'team', id: team.id, name: team.name },
    details: { user: account.email, role },
  });
  return toMember({ id: account.id, email: account.email, role, created_at });
}

export async function updateMember(
  platform: Platform,
  caller: Caller,
  team: VisibleTeam,
  reference: string,
  role: Role,
): Promise<Member> {
  return platform.database.transact(async (tx) => {
    const member = await requireMember(tx, team, reference);
    if (role !== 'admin') await keepAnAdmin(tx, team, member);
    await tx
      .updateTable('memberships')
      .set({ role })
      .where('team_id', '=', team.id)
      .where('account_id', '=', member.id)
      .execute();
    await recordEvent(platform, tx, caller, {
      action: 'member.update',
      team: team.id,
      target: { kind: 'team', id: team.id, name: team.name },
      details: { user: member.email, role },
    });
    return toMember({ ...member, role });
  });
}

export async function removeMember(
  platform: Platform,
  caller: Caller,
  team: VisibleTeam,
  reference: string,
): Promise<void> {
  await platform.database.transact(async (tx) => {
    const member = await requireMember(tx, team, reference);
    await keepAnAdmin(tx, team, member);
    await tx
      .deleteFrom('memberships')
      .where('team_id', '=', team.id)
      .where('account_id', '=', member.id)
      .execute();
    await recordEvent(platform, tx, caller, {
      action: 'member.remove',
      team: team.id,
      target: { kind: 'team', id: team.id, name: team.name },
      details: { user: member.email },
    });
  });
}

async function requireMember(tx: Tx, team: TeamRef, reference: string): Promise<MemberRow> {
  const member = await findMember(tx, team.id, reference);
  if (!member) throw notFound();
  if (member.id === team.personal_account_id) throw conflict('The owner of a personal team stays its admin.');
  return member;
}

async function keepAnAdmin(tx: Tx, team: TeamRef, leaving: MemberRow): Promise<void> {
  if (leaving.role !== 'admin' || (await countAdmins(tx, team.id)) > 1) return;
  throw new KedgeError(
    'last_admin',
    `${leaving.email} is the last admin of "${team.name}": make another one first.`,
  );
}
