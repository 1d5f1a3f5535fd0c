import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Platform } from '../platform.ts';
import type { AppRow } from './app-rows.ts';

/** Its environment, releases, collaborators and bound tokens go with the row. */
export async function deleteApp(platform: Platform, caller: Caller, app: AppRow): Promise<void> {
  await platform.database.transact(async (tx) => {
    await tx.deleteFrom('apps').where('id', '=', app.id).execute();
    await recordEvent(platform, tx, caller, {
      action: 'app.delete',
      team: app.team_id,
      target: { kind: 'app', id: app.id, name: app.name },
    });
  });
}
