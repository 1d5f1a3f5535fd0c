import { timestamp } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { App, appOperations } from '../../contract/app.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orTaken } from '../database/conflicts.ts';
import type { Platform } from '../platform.ts';
import { toApp } from './app.ts';
import { type AppRow, findApp } from './app-rows.ts';
import { refuseReservedName } from './create-app.ts';

type Input = BodyOf<typeof appOperations.updateApp>;

export async function updateApp(platform: Platform, caller: Caller, app: AppRow, input: Input): Promise<App> {
  if (input.name !== undefined) refuseReservedName(platform, input.name);
  if (Object.keys(input).length === 0) return toApp(app, platform.links);

  return platform.database.transact(async (tx) => {
    const update = tx
      .updateTable('apps')
      .set({ ...columns(input), updated_at: timestamp(platform.clock) })
      .where('id', '=', app.id)
      .execute();
    await orTaken(update, { 'apps.name': `The app name "${input.name}" is taken.` });
    await recordEvent(platform, tx, caller, {
      action: 'app.update',
      team: app.team_id,
      target: { kind: 'app', id: app.id, name: app.name },
      details: Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value)])),
    });
    const after = await findApp(tx, app.id);
    if (!after) throw notFound();
    return toApp(after, platform.links);
  });
}

/** Truth is 0 or 1 in the database. */
function columns(input: Input): object {
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [
      field,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  );
}
