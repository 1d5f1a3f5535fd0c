import { randomInt } from 'node:crypto';
import { timestamp } from '../../base/clock.ts';
import { forbidden } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Account, accountOperations } from '../../contract/account.ts';
import type { AnswerOf, BodyOf } from '../../contract/operation.ts';
import { namePattern } from '../../contract/values.ts';
import type { Actor } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orTaken } from '../database/conflicts.ts';
import type { Tx } from '../database/tables.ts';
import type { Platform } from '../platform.ts';
import { insertTeam } from '../teams/create-team.ts';
import { type AccountRow, toAccount } from './account-rows.ts';
import { hashPassword } from './password.ts';
import { insertPasswordLink } from './password-links.ts';

/** By a platform admin. Without a password the owner chooses one, by a link that is shown once. */
export async function createAccount(
  platform: Platform,
  actor: Actor,
  input: BodyOf<typeof accountOperations.createAccount>,
): Promise<AnswerOf<typeof accountOperations.createAccount>> {
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
  return platform.database.transact(async (tx) => {
    const account = await insertAccount(platform, tx, input.email, {
      passwordHash,
      platformAdmin: input.platform_admin ?? false,
    });
    await recordEvent(platform, tx, actor, {
      action: 'account.create',
      team: null,
      target: { kind: 'account', id: account.id, name: account.email },
      details: { platform_admin: String(account.platform_admin === 1) },
    });
    const password_link = passwordHash === null ? await insertPasswordLink(platform, tx, account.id) : null;
    return { ...toAccount(account), password_link };
  });
}

/** By anybody, where the operator lets them. */
export async function signUp(
  platform: Platform,
  origin: Pick<Actor, 'address' | 'requestId'>,
  input: BodyOf<typeof accountOperations.signUp>,
): Promise<Account> {
  if (platform.signup !== 'open') {
    throw forbidden(
      'Accounts are made by an admin of this platform, or by an invitation: sign-up is closed.',
    );
  }
  const passwordHash = await hashPassword(input.password);
  return platform.database.transact(async (tx) => {
    const account = await insertAccount(platform, tx, input.email, { passwordHash });
    await recordEvent(
      platform,
      tx,
      { account, tokenId: null, ...origin },
      {
        action: 'account.create',
        team: null,
        target: { kind: 'account', id: account.id, name: account.email },
        details: { by: 'sign-up' },
      },
    );
    return toAccount(account);
  });
}

/** Every account has its personal team, named after its address. */
export async function insertAccount(
  platform: Platform,
  tx: Tx,
  email: string,
  options: { passwordHash: string | null; platformAdmin?: boolean },
): Promise<AccountRow> {
  const now = timestamp(platform.clock);
  const account: AccountRow = {
    id: newId(),
    email: email.toLowerCase(),
    password_hash: options.passwordHash,
    platform_admin: options.platformAdmin ? 1 : 0,
    disabled: 0,
    created_at: now,
    updated_at: now,
  };
  const insert = tx.insertInto('accounts').values(account).execute();
  await orTaken(insert, { 'accounts.email': `There is an account for ${account.email} already.` });
  await insertTeam(platform, tx, {
    name: await freeTeamName(tx, account.email),
    description: null,
    personal: true,
    admin: account,
  });
  return account;
}

/** The part before the @, made a valid name; with digits behind it where that one is taken. */
async function freeTeamName(tx: Tx, email: string): Promise<string> {
  const base = teamNameFor(email);
  for (let name = base; ; name = `${base.slice(0, 22)}-${randomInt(1e6)}`) {
    const taken = await tx
      .selectFrom('teams')
      .select('id')
      .where('name', '=', name)
      .union(tx.selectFrom('namespaces').select('id').where('name', '=', name))
      .executeTakeFirst();
    if (!taken) return name;
  }
}

export function teamNameFor(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  const name = local
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
    .replace(/-+$/, '');
  return new RegExp(namePattern).test(name)
    ? name
    : `team-${name || 'of-one'}`.slice(0, 30).replace(/-+$/, '');
}
