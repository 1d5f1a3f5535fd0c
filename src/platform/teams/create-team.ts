import { timestamp } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Team, teamOperations } from '../../contract/team.ts';
import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orTaken } from '../database/conflicts.ts';
import type { Tx } from '../database/tables.ts';
import { insertNamespace } from '../namespaces/create-namespace.ts';
import type { Platform } from '../platform.ts';
import { defaultRegion } from '../regions/region.ts';
import { toTeam } from './team-rows.ts';

export async function createTeam(
  platform: Platform,
  caller: Caller,
  input: BodyOf<typeof teamOperations.createTeam>,
): Promise<Team> {
  return platform.database.transact(async (tx) => {
    const team = await insertTeam(platform, tx, {
      name: input.name,
      description: input.description ?? null,
      personal: false,
      admin: caller.account,
    });
    await recordEvent(platform, tx, caller, {
      action: 'team.create',
      team: team.id,
      target: { kind: 'team', id: team.id, name: team.name },
    });
    return team;
  });
}

/** A team comes with its first admin and its first namespace, which bears the team's name. */
export async function insertTeam(
  platform: Platform,
  tx: Tx,
  team: { name: string; description: string | null; personal: boolean; admin: { id: string; email: string } },
): Promise<Team> {
  const now = timestamp(platform.clock);
  const row = {
    id: newId(),
    name: team.name,
    description: team.description,
    personal_account_id: team.personal ? team.admin.id : null,
    created_at: now,
    updated_at: now,
  };
  const insert = tx.insertInto('teams').values(row).execute();
  await orTaken(insert, { 'teams.name': `The team name "${team.name}" is taken.` });
  await tx
    .insertInto('memberships')
    .values({ team_id: row.id, account_id: team.admin.id, role: 'admin', created_at: now })
    .execute();
  await insertNamespace(platform, tx, {
    name: team.name,
    teamId: row.id,
    description: null,
    region: defaultRegion(platform).name,
    actor: team.admin,
  });
  return toTeam(row);
}
