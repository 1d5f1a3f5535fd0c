import { KedgeError } from '../../base/errors.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { findAccount } from '../../platform/accounts/account-rows.ts';
import { verifyPassword } from '../../platform/accounts/password.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { notAuthenticated, type Origin } from '../tokens/authenticate-token.ts';

const triesPerHour = { forOneAccount: 30, fromOneAddress: 300 };

/**
 * The same answer, after the same time, for an unknown account and a wrong password. Tries are counted by account and
 * address together, so that nobody can lock somebody else out.
 */
export async function authenticatePassword(
  platform: Platform,
  limiter: RateLimiter,
  email: string,
  password: string,
  origin: Origin,
): Promise<Caller> {
  await limitTries(limiter, email, origin);
  const account = await findAccount(platform.database.read, email);
  const right = await verifyPassword(account?.password_hash ?? null, password);
  if (!account || !right || account.disabled === 1)
    throw notAuthenticated('Email address or password is wrong.');
  return {
    account: { id: account.id, email: account.email, platformAdmin: account.platform_admin === 1 },
    tokenId: null,
    scope: 'write',
    boundTo: null,
    ...origin,
  };
}

/** Before a password is looked at: tries for one account from one address, and tries from that address at all. */
export async function limitTries(limiter: RateLimiter, email: string, origin: Origin): Promise<void> {
  const key = `password ${origin.address ?? ''} ${email.toLowerCase().slice(0, 254)}`;
  await slowDown(limiter, key, triesPerHour.forOneAccount);
  await limitByAddress(limiter, origin);
}

/** For every request that costs a password hash and needs no token. */
export async function limitByAddress(limiter: RateLimiter, origin: Origin): Promise<void> {
  await slowDown(limiter, `address ${origin.address ?? ''}`, triesPerHour.fromOneAddress);
}

async function slowDown(limiter: RateLimiter, key: string, perHour: number): Promise<void> {
  const { allowed, retryAfter } = await limiter.take(key, perHour);
  if (!allowed) throw new KedgeError('rate_limit', 'Too many tries: wait a little.', { retryAfter });
}
