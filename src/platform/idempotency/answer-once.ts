import { hash } from 'node:crypto';
import { secondsFrom, timestamp } from '../../base/clock.ts';
import { KedgeError } from '../../base/errors.ts';
import type { Platform } from '../platform.ts';

const rememberedSeconds = 24 * 3600;

export interface RepeatableRequest {
  /** Whose key it is: keys of different callers never meet. */
  owner: string;
  key: string;
  /** Everything that makes it this request and no other. */
  request: string;
  /** The answer shows a secret, which is not kept to be shown again. */
  showsSecretOnce: boolean;
}

/**
 * Acts at most once for a key: the answer is kept in the transaction of the change, so that after a crash there are
 * either both or neither. A refused request changed nothing and is not kept.
 */
export async function answerOnce(
  platform: Platform,
  request: RepeatableRequest,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const fingerprint = hash('sha256', request.request, 'base64url');
  const context = `idempotency ${request.owner} ${request.key}`;

  return platform.database.transact(async (tx) => {
    await tx
      .deleteFrom('idempotency_keys')
      .where('owner', '=', request.owner)
      .where('key', '=', request.key)
      .where('created_at', '<', secondsFrom(platform.clock, -rememberedSeconds))
      .execute();
    const claimed = await tx
      .insertInto('idempotency_keys')
      .values({
        owner: request.owner,
        key: request.key,
        fingerprint,
        answer: null,
        created_id: null,
        created_at: timestamp(platform.clock),
      })
      .onConflict((conflict) => conflict.columns(['owner', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();

    if (!claimed) {
      const first = await tx
        .selectFrom('idempotency_keys')
        .select(['fingerprint', 'answer', 'created_id'])
        .where('owner', '=', request.owner)
        .where('key', '=', request.key)
        .executeTakeFirstOrThrow();
      if (first.fingerprint !== fingerprint) {
        throw new KedgeError('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
      }
      if (first.answer === null) throw alreadyCreated(first.created_id);
      return JSON.parse(platform.vault.open(first.answer, context)) ?? undefined;
    }

    const answer = await act();
    const text = JSON.stringify(answer ?? null);
    await tx
      .updateTable('idempotency_keys')
      .set({
        answer: request.showsSecretOnce ? null : platform.vault.seal(text, context),
        created_id: (answer as { id?: string } | undefined)?.id ?? null,
      })
      .where('owner', '=', request.owner)
      .where('key', '=', request.key)
      .execute();
    return answer;
  });
}

function alreadyCreated(id: string | null): KedgeError {
  return new KedgeError(
    'already_created',
    'The first request with this Idempotency-Key succeeded; its answer held a secret, which is shown once.',
    id === null ? {} : { details: { id } },
  );
}
