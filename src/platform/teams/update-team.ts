import { timestamp } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Team, teamOperations } from '../../contract/team.ts';
import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orTaken } from '../database/conflicts.ts';
import type { Platform } from '../platform.ts';
import { toTeam, type VisibleTeam } from './team-rows.ts';

export async function updateTeam(
  platform: Platform,
  caller: Caller,
  team: VisibleTeam,
  input: BodyOf<typeof teamOperations.updateTeam>,
): Promise<Team> {
  if (Object.keys(input).length === 0) return toTeam(team);
  return platform.database.transact(async (tx) => {
    const update = tx
      .updateTable('teams')
      .set({ ...input, updated_at: timestamp(platform.clock) })
      .where('id', '=', team.id)
      .returningAll()
      .executeTakeFirst();
    const row = await orTaken(update, { 'teams.name': `The team name "${input.name}" is taken.` });
    if (!row) throw notFound();
    await recordEvent(platform, tx, caller, {
      action: 'team.update',
      team: team.id,
      target: { kind: 'team', id: team.id, name: team.name },
      details: Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value)])),
    });
    return toTeam(row);
  });
}
