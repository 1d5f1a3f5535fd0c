import { conflict } from '../../base/errors.ts';
import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orInUse } from '../database/conflicts.ts';
import type { Tx } from '../database/tables.ts';
import type { Platform } from '../platform.ts';
import type { VisibleTeam } from './team-rows.ts';

export async function deleteTeam(platform: Platform, caller: Caller, team: VisibleTeam): Promise<void> {
  if (team.personal_account_id !== null)
    throw conflict('A personal team goes with its account and not before.');
  await platform.database.transact(async (tx) => {
    await recordEvent(platform, tx, caller, {
      action: 'team.delete',
      team: null,
      target: { kind: 'team', id: team.id, name: team.name },
    });
    await removeEmptyTeam(tx, team);
  });
}

/** Takes its namespaces along, and refuses while it holds anything else. */
export async function removeEmptyTeam(tx: Tx, team: { id: string; name: string }): Promise<void> {
  const stillHolds = `The team "${team.name}" still holds apps or pipelines: delete them first.`;
  await orInUse(tx.deleteFrom('namespaces').where('team_id', '=', team.id).execute(), stillHolds);
  await orInUse(tx.deleteFrom('teams').where('id', '=', team.id).execute(), stillHolds);
}
