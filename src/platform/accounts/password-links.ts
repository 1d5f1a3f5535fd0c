import { secondsFrom, timestamp } from '../../base/clock.ts';
import { KedgeError } from '../../base/errors.ts';
import type { accountOperations } from '../../contract/account.ts';
import type { AnswerOf, BodyOf } from '../../contract/operation.ts';
import type { Actor, Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../database/tables.ts';
import type { Platform } from '../platform.ts';
import { hashSecretCode, newSecretCode } from '../vault/secret-code.ts';
import { type AccountRow, findAccount } from './account-rows.ts';
import { hashPassword, verifyPassword } from './password.ts';

const lifetimeSeconds = 24 * 3600;

export async function createPasswordLink(
  platform: Platform,
  actor: Actor,
  account: AccountRow,
): Promise<AnswerOf<typeof accountOperations.createPasswordLink>> {
  return platform.database.transact(async (tx) => {
    const link = await insertPasswordLink(platform, tx, account.id);
    await recordEvent(platform, tx, actor, {
      action: 'account.password_link',
      team: null,
      target: { kind: 'account', id: account.id, name: account.email },
    });
    return { id: account.id, ...link };
  });
}

/** One per account: a new one takes the place of an older. */
export async function insertPasswordLink(
  { clock, links }: Platform,
  tx: Tx,
  accountId: string,
): Promise<{ link: string; expires_at: string }> {
  const code = newSecretCode();
  const row = {
    code_hash: hashSecretCode(code),
    expires_at: secondsFrom(clock, lifetimeSeconds),
    created_at: timestamp(clock),
  };
  await tx
    .insertInto('password_links')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
  return { link: links.password(code), expires_at: row.expires_at };
}

/** By the code of a link, once. Answers with the email address of the account. */
export async function choosePassword(
  platform: Platform,
  origin: Pick<Actor, 'address' | 'requestId'>,
  input: BodyOf<typeof accountOperations.choosePassword>,
): Promise<string> {
  const codeHash = hashSecretCode(input.code);
  const open = await platform.database.read
    .selectFrom('password_links')
    .select('account_id')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', timestamp(platform.clock))
    .executeTakeFirst();
  if (!open) throw usedUp();
  const passwordHash = await hashPassword(input.password);

  return platform.database.transact(async (tx) => {
    const used = await tx.deleteFrom('password_links').where('code_hash', '=', codeHash).executeTakeFirst();
    if (used.numDeletedRows === 0n) throw usedUp();
    return setPassword(platform, tx, open.account_id, passwordHash, { tokenId: null, ...origin });
  });
}

/** By who knows the old one. */
export async function changePassword(
  platform: Platform,
  caller: Caller,
  input: BodyOf<typeof accountOperations.changePassword>,
): Promise<void> {
  const account = await findAccount(platform.database.read, caller.account.id);
  if (!(await verifyPassword(account?.password_hash ?? null, input.current_password))) {
    throw new KedgeError('invalid_params', 'The current password is not right.', {
      details: { current_password: 'is not right' },
    });
  }
  const passwordHash = await hashPassword(input.password);
  await platform.database.transact((tx) =>
    setPassword(platform, tx, caller.account.id, passwordHash, caller),
  );
}

async function setPassword(
  platform: Platform,
  tx: Tx,
  accountId: string,
  passwordHash: string,
  actor: Omit<Actor, 'account'>,
): Promise<string> {
  const account = await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, updated_at: timestamp(platform.clock) })
    .where('id', '=', accountId)
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
  await recordEvent(
    platform,
    tx,
    { ...actor, account },
    {
      action: 'account.password_change',
      team: null,
      target: { kind: 'account', id: account.id, name: account.email },
    },
  );
  return account.email;
}

function usedUp(): KedgeError {
  return new KedgeError(
    'invalid_code',
    'This link was used, replaced by a newer one or is too old: ask for a new one.',
  );
}
