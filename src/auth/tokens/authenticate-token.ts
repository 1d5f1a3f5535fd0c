import { KedgeError } from '../../base/errors.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashSecretCode } from '../../platform/vault/secret-code.ts';
import { ownerOfToken } from './token-rows.ts';

export interface Origin {
  address: string | null;
  requestId: string | null;
}

/** Asks the database each time: a revoked token is refused from the next request on. */
export async function authenticateToken(
  { database, clock }: Platform,
  token: string,
  origin: Origin,
): Promise<Caller> {
  const [owner] = await database.run(ownerOfToken, { hash: hashSecretCode(token) });
  if (!owner || owner.disabled === 1) throw notAuthenticated('The token is not known, or was revoked.');
  if (owner.expires_at !== null && owner.expires_at <= clock.now().toISOString()) {
    throw notAuthenticated('The token has expired: create a new one.');
  }
  return {
    account: { id: owner.account_id, email: owner.email, platformAdmin: owner.platform_admin === 1 },
    tokenId: owner.id,
    scope: owner.scope,
    boundTo:
      owner.app_id === null
        ? null
        : { id: owner.app_id, name: owner.app_name!, environmentId: owner.environment_id! },
    address: origin.address,
    requestId: origin.requestId,
  };
}

export function notAuthenticated(message: string): KedgeError {
  return new KedgeError('unauthorized', message);
}
