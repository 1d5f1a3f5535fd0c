import { timestamp } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { appOperations, Collaborator } from '../../contract/app.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Role } from '../../contract/values.ts';
import type { Caller } from '../access/caller.ts';
import { findAccount, requireKnownAccount } from '../accounts/account-rows.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orTaken } from '../database/conflicts.ts';
import { fetchPage, mapPage, type Page, type PageRequest } from '../paging.ts';
import type { Platform } from '../platform.ts';
import type { AppRow } from './app-rows.ts';

export async function listCollaborators(
  { database }: Platform,
  app: AppRow,
  page: PageRequest,
): Promise<Page<Collaborator>> {
  const query = database.read
    .selectFrom('collaborators')
    .innerJoin('accounts', 'accounts.id', 'collaborators.account_id')
    .select(['accounts.id', 'accounts.email', 'collaborators.role', 'collaborators.created_at'])
    .where('collaborators.app_id', '=', app.id);
  return mapPage(await fetchPage(query, page, { key: 'accounts.id', of: (row) => row.id }), toCollaborator);
}

export async function addCollaborator(
  platform: Platform,
  caller: Caller,
  app: AppRow,
  input: BodyOf<typeof appOperations.addCollaborator>,
): Promise<Collaborator> {
  return platform.database.transact(async (tx) => {
    const account = await requireKnownAccount(tx, caller, input.user);
    const role = input.role ?? 'member';
    const created_at = timestamp(platform.clock);
    const insert = tx
      .insertInto('collaborators')
      .values({ app_id: app.id, account_id: account.id, role, created_at })
      .execute();
    await orTaken(insert, {
      'collaborators.app_id,account_id': `${account.email} is a collaborator already.`,
    });
    await recordEvent(platform, tx, caller, {
      action: 'collaborator.add',
      team: app.team_id,
      target: { kind: 'app', id: app.id, name: app.name },
      details: { user: account.email, role },
    });
    return toCollaborator({ id: account.id, email: account.email, role, created_at });
  });
}

export async function removeCollaborator(
  platform: Platform,
  caller: Caller,
  app: AppRow,
  reference: string,
): Promise<void> {
  await platform.database.transact(async (tx) => {
    const account = await findAccount(tx, reference);
    if (!account) throw notFound();
    const removed = await tx
      .deleteFrom('collaborators')
      .where('app_id', '=', app.id)
      .where('account_id', '=', account.id)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) throw notFound();
    await recordEvent(platform, tx, caller, {
      action: 'collaborator.remove',
      team: app.team_id,
      target: { kind: 'app', id: app.id, name: app.name },
      details: { user: account.email },
    });
  });
}

function toCollaborator(row: { id: string; email: string; role: Role; created_at: string }): Collaborator {
  return { id: row.id, user: { id: row.id, email: row.email }, role: row.role, created_at: row.created_at };
}
