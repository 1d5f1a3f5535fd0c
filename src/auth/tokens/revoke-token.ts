import { notFound } from '../../base/errors.ts';
import { isId } from '../../base/ids.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { recordEvent } from '../../platform/audit/record-event.ts';
import type { Platform } from '../../platform/platform.ts';

export async function revokeToken(platform: Platform, caller: Caller, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  await platform.database.transact(async (tx) => {
    const revoked = await tx
      .deleteFrom('tokens')
      .where('id', '=', id)
      .where('account_id', '=', caller.account.id)
      .returning(['id', 'description'])
      .executeTakeFirst();
    if (!revoked) throw notFound();
    await recordEvent(platform, tx, caller, {
      action: 'token.revoke',
      team: null,
      target: { kind: 'token', id, name: revoked.description ?? '' },
    });
  });
}
