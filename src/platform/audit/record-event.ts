import { timestamp } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Actor } from '../access/caller.ts';
import type { Tx } from '../database/tables.ts';
import type { Platform } from '../platform.ts';

export interface Event {
  /** `noun.verb` */
  action: string;
  /** The team in whose trail it stands; null for what concerns the platform. */
  team: string | null;
  target: { kind: string; id: string; name: string };
  /** Names and settings, never a value of a config var and never a secret. */
  details?: Record<string, string>;
}

/** In the transaction of the change itself: neither is ever there without the other. */
export async function recordEvent({ clock }: Platform, tx: Tx, actor: Actor, event: Event): Promise<void> {
  await tx
    .insertInto('audit_events')
    .values({
      id: newId(),
      team_id: event.team,
      action: event.action,
      target_kind: event.target.kind,
      target_id: event.target.id,
      target_name: event.target.name,
      user_id: actor.account?.id ?? null,
      user_email: actor.account?.email ?? null,
      token_id: actor.tokenId,
      address: actor.address,
      request_id: actor.requestId,
      details: JSON.stringify(event.details ?? {}),
      created_at: timestamp(clock),
    })
    .execute();
}
