import type { Clock } from '../../base/clock.ts';
import type { Database, Tx } from '../../platform/database/tables.ts';

export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the whole limit is there again. */
  reset: number;
  /** Seconds until one more request would be allowed. */
  retryAfter: number;
}

interface Bucket {
  /**
   * When it will be full again, in milliseconds since this process began to count: seen from 1970, fractions of them
   * would be lost. Until then, what is missing grows back steadily.
   */
  fullAt: number;
  /** Milliseconds of refill that were spent here and that the store does not know of yet. */
  spent: number;
}

const hour = 3_600_000;
/** Of one request: more than what sums of thirds and sevenths miss the whole by. */
const rounding = 1e-6;
const maxBuckets = 100_000;

/**
 * Buckets that refill steadily. They live in the store, where replicas share them and a restart finds them; between
 * flushes each process counts on its own, since reading must not write.
 */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #began: number;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#began = clock.now().getTime();
  }

  /** Answers at once for a key that was seen before, with a promise for a new one. */
  take(key: string, limitPerHour: number): Verdict | Promise<Verdict> {
    const bucket = this.#buckets.get(key);
    return bucket
      ? this.#spend(bucket, limitPerHour)
      : this.#load(key).then((b) => this.#spend(b, limitPerHour));
  }

  async flush(): Promise<void> {
    const now = this.#now();
    const spent = [...this.#buckets]
      .map(([key, bucket]) => ({ key, bucket, spent: Math.ceil(bucket.spent) }))
      .filter((each) => each.spent > 0)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    if (spent.length === 0) return this.#dropFull(now);
    const fullAt = await this.#database.transact(async (tx) => {
      const found = [];
      for (const each of spent) found.push(await addSpent(tx, each.key, each.spent, this.#began + now));
      return found;
    });
    for (const [index, { bucket, spent: written }] of spent.entries()) {
      bucket.spent = Math.max(0, bucket.spent - written);
      bucket.fullAt = fullAt[index]! - this.#began + bucket.spent;
    }
    this.#dropFull(now);
  }

  #dropFull(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (bucket.spent === 0 && bucket.fullAt <= now) this.#buckets.delete(key);
    }
  }

  #now(): number {
    return this.#clock.now().getTime() - this.#began;
  }

  async #load(key: string): Promise<Bucket> {
    const row = await this.#database.read
      .selectFrom('rate_limits')
      .select('full_at')
      .where('key', '=', key)
      .executeTakeFirst();
    const known = this.#buckets.get(key);
    if (known) return known;
    const bucket = { fullAt: Number(row?.full_at ?? 0) - this.#began, spent: 0 };
    if (this.#buckets.size >= maxBuckets) this.#buckets.delete(this.#buckets.keys().next().value!);
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #spend(bucket: Bucket, limit: number): Verdict {
    const now = this.#now();
    const interval = hour / limit;
    const missing = Math.max(bucket.fullAt - now, 0);
    const allowed = missing + interval * (1 - rounding) <= hour;
    if (allowed) {
      bucket.fullAt = now + missing + interval;
      bucket.spent += interval;
    }
    const missingNow = allowed ? missing + interval : missing;
    return {
      allowed,
      limit,
      remaining: Math.max(0, Math.floor((hour - missingNow) / interval + rounding)),
      reset: Math.ceil(missingNow / 1000),
      retryAfter: allowed ? 0 : Math.max(1, Math.ceil((missing + interval - hour) / 1000)),
    };
  }
}

/** All processes take the keys in the same order, so that they never wait for each other. */
async function addSpent(tx: Tx, key: string, spent: number, now: number): Promise<number> {
  const { full_at } = await tx
    .insertInto('rate_limits')
    .values({ key, full_at: now + spent })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref, val }) => ({
        full_at: eb
          .case()
          .when(ref('rate_limits.full_at'), '>', now)
          .then(eb(ref('rate_limits.full_at'), '+', val(spent)))
          .else(now + spent)
          .end(),
      })),
    )
    .returning('full_at')
    .executeTakeFirstOrThrow();
  return Number(full_at);
}
