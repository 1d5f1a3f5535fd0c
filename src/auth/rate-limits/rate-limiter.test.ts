import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onBothDatabases } from '../../../test/harness/on-both-databases.ts';
import type { Database } from '../../platform/database/tables.ts';
import { RateLimiter } from './rate-limiter.ts';

const start = new Date('2026-11-14T09:30:00.000Z').getTime();
const minute = 60_000;
const hour = 60 * minute;
let now = start;
const clock = { now: () => new Date(now) };

/** For what a limiter does by itself: a store that knows of nothing. */
const emptyStore = {
  read: {
    selectFrom: () => ({ select: () => ({ where: () => ({ executeTakeFirst: async () => undefined }) }) }),
  },
} as unknown as Database;

describe('a rate limit', () => {
  it('allows that many at once and tells how many are left', async () => {
    for (const limit of [1, 2, 7, 30, 300, 4500, 4999]) {
      const limiter = new RateLimiter(emptyStore, clock);
      for (let left = limit - 1; left >= 0; left -= 1) {
        const verdict = await limiter.take('k', limit);
        assert.deepEqual([verdict.allowed, verdict.limit, verdict.remaining], [true, limit, left]);
      }
      assert.equal((await limiter.take('k', limit)).allowed, false);
      assert.equal((await limiter.take('other', limit)).allowed, true);
    }
  });

  it('refills steadily, and says when', async () => {
    now = start;
    const limiter = new RateLimiter(emptyStore, clock);
    await takeAll(limiter, 'k', 60);
    const refused = await limiter.take('k', 60);
    assert.deepEqual(refused, { allowed: false, limit: 60, remaining: 0, reset: 3600, retryAfter: 60 });
    now += minute - 1;
    assert.equal((await limiter.take('k', 60)).retryAfter, 1);
    now += 1;
    assert.equal((await limiter.take('k', 60)).allowed, true, 'what was refused cost nothing');
    assert.equal((await limiter.take('k', 60)).allowed, false);
    now += 30 * minute;
    assert.deepEqual(await limiter.take('k', 60), {
      allowed: true,
      limit: 60,
      remaining: 29,
      reset: 1860,
      retryAfter: 0,
    });
    now += 100 * hour;
    assert.equal((await limiter.take('k', 60)).remaining, 59, 'it holds no more than the limit');
  });

  it('forgets the oldest of very many keys', async () => {
    const limiter = new RateLimiter(emptyStore, clock);
    for (let n = 0; n <= 100_000; n += 1) await limiter.take(`key ${n}`, 60);
    assert.equal(await isKnown(limiter, 'key 1'), true);
    assert.equal(await isKnown(limiter, 'key 100000'), true);
    assert.equal(await isKnown(limiter, 'key 0'), false);
  });
});

onBothDatabases(
  'rate limits in the store',
  (world) => {
    const newLimiter = () => new RateLimiter(world().platform.database, clock);

    it('are found again after a restart', async () => {
      const before = newLimiter();
      for (let n = 0; n < 4; n += 1) await before.take('restart', 10);
      await before.flush();
      assert.equal((await newLimiter().take('restart', 10)).remaining, 5);
    });

    it('are shared: after a flush each knows what the others spent', async () => {
      const [one, two] = [newLimiter(), newLimiter()];
      for (let n = 0; n < 5; n += 1) await one.take('shared', 10);
      for (let n = 0; n < 3; n += 1) await two.take('shared', 10);
      await one.flush();
      await two.flush();
      assert.equal((await two.take('shared', 10)).remaining, 1);
      assert.equal((await one.take('shared', 10)).remaining, 4, 'it learns with its next flush');
      await two.flush();
      await one.flush();
      assert.equal((await one.take('shared', 10)).allowed, false);
      await two.take('shared', 10);
      await two.flush();
      assert.equal((await two.take('shared', 10)).allowed, false);
    });

    it('are written once, and only what was spent since', async () => {
      const limiter = newLimiter();
      await limiter.take('once', 60);
      await limiter.flush();
      const written = await stored('once');
      assert.equal(written, now + minute);
      await limiter.flush();
      assert.equal(await stored('once'), written);
      await limiter.take('once', 60);
      await limiter.flush();
      assert.equal(await stored('once'), now + 2 * minute);
    });

    it('that are full leave the memory', async () => {
      const limiter = newLimiter();
      await limiter.take('full', 60);
      await limiter.flush();
      assert.equal(await isKnown(limiter, 'full'), true);
      await limiter.flush();
      now += 2 * minute;
      await limiter.flush();
      assert.equal(await isKnown(limiter, 'full'), false);
    });

    async function stored(key: string): Promise<number | undefined> {
      const row = await world()
        .platform.database.read.selectFrom('rate_limits')
        .select('full_at')
        .where('key', '=', key)
        .executeTakeFirst();
      return row?.full_at;
    }
  },
  { clock },
);

async function takeAll(limiter: RateLimiter, key: string, limit: number): Promise<void> {
  for (let n = 0; n < limit; n += 1) assert.equal((await limiter.take(key, limit)).allowed, true);
}

/** A key that is in memory is answered at once, another one with a promise. */
async function isKnown(limiter: RateLimiter, key: string): Promise<boolean> {
  const verdict = limiter.take(key, 60);
  await verdict;
  return !(verdict instanceof Promise);
}
