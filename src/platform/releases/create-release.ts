import { timestamp } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { ConfigVars } from '../../contract/config-var.ts';
import type { Actor } from '../access/caller.ts';
import type { Tx } from '../database/tables.ts';
import type { Platform } from '../platform.ts';

const describableLength = 500;

/** Numbered per app without a gap; before any build there is nothing to start, so it succeeds at once. */
export async function createRelease(
  { vault, clock }: Platform,
  tx: Tx,
  actor: Actor,
  appId: string,
  release: { description: string; config: ConfigVars },
): Promise<void> {
  const id = newId();
  const now = timestamp(clock);
  const { last_release: version } = await tx
    .updateTable('apps')
    .set(({ eb }) => ({ last_release: eb('last_release', '+', 1), updated_at: now }))
    .where('id', '=', appId)
    .returning('last_release')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('releases')
    .values({
      id,
      app_id: appId,
      version,
      status: 'succeeded',
      description: release.description.slice(0, describableLength),
      config: vault.seal(JSON.stringify(release.config), `release ${id}`),
      user_id: actor.account?.id ?? null,
      user_email: actor.account?.email ?? null,
      failure_reason: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
