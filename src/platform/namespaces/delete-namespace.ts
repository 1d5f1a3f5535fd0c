import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orInUse } from '../database/conflicts.ts';
import type { Platform } from '../platform.ts';
import type { VisibleNamespace } from './namespace-rows.ts';

export async function deleteNamespace(
  platform: Platform,
  caller: Caller,
  namespace: VisibleNamespace,
): Promise<void> {
  await platform.database.transact(async (tx) => {
    const remove = tx.deleteFrom('namespaces').where('id', '=', namespace.id).execute();
    await orInUse(remove, `The namespace "${namespace.name}" still holds apps: delete them first.`);
    await recordEvent(platform, tx, caller, {
      action: 'namespace.delete',
      team: namespace.team_id,
      target: { kind: 'namespace', id: namespace.id, name: namespace.name },
    });
  });
}
