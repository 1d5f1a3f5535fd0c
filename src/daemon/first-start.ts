import { randomBytes } from 'node:crypto';
import { insertToken, newToken } from '../auth/tokens/create-token.ts';
import { theMachine } from '../platform/access/caller.ts';
import { insertAccount } from '../platform/accounts/create-account.ts';
import { hashPassword } from '../platform/accounts/password.ts';
import { recordEvent } from '../platform/audit/record-event.ts';
import type { Tx } from '../platform/database/tables.ts';
import type { Platform } from '../platform/platform.ts';
import type { Config } from './config.ts';

export interface FirstCredentials {
  email: string;
  /** Undefined where the operator chose it and knows it. */
  password: string | undefined;
  token: string | undefined;
}

/** The first account, at the very first start and never again. What the operator did not give is made at random. */
export async function makeFirstAccount(
  platform: Platform,
  config: Config,
): Promise<FirstCredentials | undefined> {
  if (await hasAccounts(platform)) return undefined;
  const password = config.admin.password ?? randomBytes(15).toString('base64url');
  const token = config.admin.token ?? newToken();
  const passwordHash = await hashPassword(password);

  const made = await platform.database.transact(async (tx) => {
    if (!(await claimFirstStart(tx))) return false;
    const account = await insertAccount(platform, tx, config.admin.email, {
      passwordHash,
      platformAdmin: true,
    });
    await insertToken(platform, tx, {
      accountId: account.id,
      token,
      appId: null,
      scope: 'write',
      description: 'made at the first start',
      lifetimeSeconds: null,
    });
    await recordEvent(platform, tx, theMachine, {
      action: 'account.create',
      team: null,
      target: { kind: 'account', id: account.id, name: account.email },
      details: { platform_admin: 'true', by: 'first start' },
    });
    return true;
  });
  if (!made) return undefined;
  return {
    email: config.admin.email,
    password: config.admin.password ? undefined : password,
    token: config.admin.token ? undefined : token,
  };
}

async function hasAccounts({ database }: Platform): Promise<boolean> {
  return (await database.read.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Of replicas that start at once, one. */
async function claimFirstStart(tx: Tx): Promise<boolean> {
  const claimed = await tx
    .insertInto('settings')
    .values({ name: 'first_account', value: 'made' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}

export interface ApiDocsPair {
  user: string;
  password: string;
  /** By the operator, who knows it. */
  chosen: boolean;
}

const apiDocsSetting = 'api_docs_password';

/** The Basic pair of the API documentation: as configured, or made once and kept. */
export async function apiDocsPair({ database, vault }: Platform, config: Config): Promise<ApiDocsPair> {
  const user = config.apiDocs.user ?? 'kedge';
  if (config.apiDocs.password !== undefined) return { user, password: config.apiDocs.password, chosen: true };
  await database.transact(async (tx) => {
    const value = vault.seal(randomBytes(12).toString('base64url'), apiDocsSetting);
    await tx
      .insertInto('settings')
      .values({ name: apiDocsSetting, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  });
  const { value } = await database.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', apiDocsSetting)
    .executeTakeFirstOrThrow();
  return { user, password: vault.open(value, apiDocsSetting), chosen: false };
}
