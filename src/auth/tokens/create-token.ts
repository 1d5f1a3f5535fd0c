import { secondsFrom, timestamp } from '../../base/clock.ts';
import { invalidParams } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { AnswerOf, BodyOf } from '../../contract/operation.ts';
import type { Scope, tokenOperations } from '../../contract/token.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { findVisibleApp } from '../../platform/apps/app-rows.ts';
import { recordEvent } from '../../platform/audit/record-event.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashSecretCode, newSecretCode } from '../../platform/vault/secret-code.ts';
import { selectTokens, toToken } from './token-rows.ts';

const defaultLifetimeSeconds = 90 * 24 * 3600;

export async function createToken(
  platform: Platform,
  caller: Caller,
  input: BodyOf<typeof tokenOperations.createToken>,
): Promise<AnswerOf<typeof tokenOperations.createToken>> {
  const app =
    input.app == null ? null : await findVisibleApp(platform.database, input.app, caller.account.id);
  if (app === undefined) throw invalidParams({ app: 'is no app that you can see' });
  const token = newToken();

  return platform.database.transact(async (tx) => {
    const id = await insertToken(platform, tx, {
      accountId: caller.account.id,
      token,
      appId: app?.id ?? null,
      scope: input.scope ?? 'write',
      description: input.description ?? null,
      lifetimeSeconds: input.expires_in === undefined ? defaultLifetimeSeconds : input.expires_in,
    });
    await recordEvent(platform, tx, caller, {
      action: 'token.create',
      team: app?.team_id ?? null,
      target: { kind: 'token', id, name: input.description ?? '' },
      details: { scope: input.scope ?? 'write', ...(app && { app: app.name }) },
    });
    const row = await selectTokens(tx, caller.account.id)
      .where('tokens.id', '=', id)
      .executeTakeFirstOrThrow();
    return { ...toToken(row), token };
  });
}

/** The prefix lets people and secret scanners recognise one. */
export function newToken(): string {
  return `kedge_${newSecretCode()}`;
}

export async function insertToken(
  { clock }: Platform,
  tx: Tx,
  token: {
    accountId: string;
    token: string;
    appId: string | null;
    scope: Scope;
    description: string | null;
    lifetimeSeconds: number | null;
  },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('tokens')
    .values({
      id,
      account_id: token.accountId,
      app_id: token.appId,
      hash: hashSecretCode(token.token),
      scope: token.scope,
      description: token.description,
      expires_at: token.lifetimeSeconds === null ? null : secondsFrom(clock, token.lifetimeSeconds),
      last_used_at: null,
      created_at: timestamp(clock),
    })
    .execute();
  return id;
}
