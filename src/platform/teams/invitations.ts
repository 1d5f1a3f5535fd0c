import type { Kysely } from 'kysely';
import { secondsFrom, timestamp } from '../../base/clock.ts';
import { KedgeError, notFound } from '../../base/errors.ts';
import { isId, newId } from '../../base/ids.ts';
import type { AnswerOf, BodyOf } from '../../contract/operation.ts';
import type { Invitation, Member, teamOperations } from '../../contract/team.ts';
import type { Actor, Caller } from '../access/caller.ts';
import { findAccount } from '../accounts/account-rows.ts';
import { insertAccount } from '../accounts/create-account.ts';
import { hashPassword, verifyPassword } from '../accounts/password.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Database, Tables } from '../database/tables.ts';
import { fetchPage, mapPage, type Page, type PageRequest } from '../paging.ts';
import type { Platform } from '../platform.ts';
import { hashSecretCode, newSecretCode } from '../vault/secret-code.ts';
import { joinTeam } from './members.ts';
import type { VisibleTeam } from './team-rows.ts';

const lifetimeSeconds = 7 * 24 * 3600;

export async function createInvitation(
  platform: Platform,
  caller: Caller,
  team: VisibleTeam,
  input: BodyOf<typeof teamOperations.createInvitation>,
): Promise<AnswerOf<typeof teamOperations.createInvitation>> {
  const code = newSecretCode();
  return platform.database.transact(async (tx) => {
    const invitation = {
      id: newId(),
      email: input.email.toLowerCase(),
      role: input.role,
      expires_at: secondsFrom(platform.clock, lifetimeSeconds),
      created_at: timestamp(platform.clock),
    };
    await tx
      .insertInto('invitations')
      .values({
        ...invitation,
        team_id: team.id,
        code_hash: hashSecretCode(code),
        invited_by: caller.account.id,
      })
      .execute();
    await recordEvent(platform, tx, caller, {
      action: 'invitation.create',
      team: team.id,
      target: { kind: 'invitation', id: invitation.id, name: invitation.email },
      details: { role: input.role },
    });
    return {
      ...invitation,
      team: { id: team.id, name: team.name },
      invited_by: { id: caller.account.id, email: caller.account.email },
      link: platform.links.invitation(code),
    };
  });
}

export async function listInvitations(
  { database, clock }: Platform,
  team: VisibleTeam,
  page: PageRequest,
): Promise<Page<Invitation>> {
  const query = selectOpen(database.read, timestamp(clock)).where('invitations.team_id', '=', team.id);
  const found = await fetchPage(query, page, { key: 'invitations.id', of: (row) => row.id });
  return mapPage(found, (row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    team: { id: row.team_id, name: row.team_name },
    invited_by: row.invited_by === null ? null : { id: row.invited_by, email: row.inviter_email! },
    expires_at: row.expires_at,
    created_at: row.created_at,
  }));
}

export async function revokeInvitation(
  platform: Platform,
  caller: Caller,
  team: VisibleTeam,
  id: string,
): Promise<void> {
  if (!isId(id)) throw notFound();
  await platform.database.transact(async (tx) => {
    const removed = await tx
      .deleteFrom('invitations')
      .where('id', '=', id)
      .where('team_id', '=', team.id)
      .returning('email')
      .executeTakeFirst();
    if (!removed) throw notFound();
    await recordEvent(platform, tx, caller, {
      action: 'invitation.revoke',
      team: team.id,
      target: { kind: 'invitation', id, name: removed.email },
    });
  });
}

/** With the account that exists for the invited address and its password, or with a new one that gets the password. */
export async function acceptInvitation(
  platform: Platform,
  origin: Pick<Actor, 'address' | 'requestId'>,
  input: BodyOf<typeof teamOperations.acceptInvitation>,
): Promise<Member> {
  const hash = hashSecretCode(input.code);
  const invitation = await findOpen(platform, platform.database, hash);
  const existing = await findAccount(platform.database.read, invitation.email);
  if (existing && !(await verifyPassword(existing.password_hash, input.password))) {
    throw new KedgeError(
      'unauthorized',
      `There is an account for ${existing.email}: accept with its password.`,
    );
  }
  const passwordHash = existing ? null : await hashPassword(input.password);

  return platform.database.transact(async (tx) => {
    const taken = await tx.deleteFrom('invitations').where('code_hash', '=', hash).executeTakeFirst();
    if (taken.numDeletedRows === 0n) throw invalidCode();
    const account = existing ?? (await insertAccount(platform, tx, invitation.email, { passwordHash }));
    const actor = { account, tokenId: null, ...origin };
    if (!existing) {
      await recordEvent(platform, tx, actor, {
        action: 'account.create',
        team: null,
        target: { kind: 'account', id: account.id, name: account.email },
        details: { by: 'invitation' },
      });
    }
    const team = { id: invitation.team_id, name: invitation.team_name, personal_account_id: null };
    return joinTeam(platform, tx, actor, team, account, invitation.role);
  });
}

async function findOpen({ clock }: Platform, database: Database, codeHash: string) {
  const invitation = await selectOpen(database.read, timestamp(clock))
    .where('invitations.code_hash', '=', codeHash)
    .executeTakeFirst();
  if (!invitation) throw invalidCode();
  return invitation;
}

function selectOpen(db: Kysely<Tables>, now: string) {
  return db
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .leftJoin('accounts', 'accounts.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select(['teams.name as team_name', 'accounts.email as inviter_email'])
    .where('invitations.expires_at', '>', now);
}

export function invalidCode(): KedgeError {
  return new KedgeError('invalid_code', 'This link was used, withdrawn or is too old: ask for a new one.');
}
