import { notFound } from '../../base/errors.ts';
import type { accountOperations } from '../../contract/account.ts';
import {
  type AccountRow,
  findAccount,
  listAccounts,
  toAccount,
} from '../../platform/accounts/account-rows.ts';
import { createAccount, signUp } from '../../platform/accounts/create-account.ts';
import {
  changePassword,
  choosePassword,
  createPasswordLink,
} from '../../platform/accounts/password-links.ts';
import { deleteAccount, updateAccount } from '../../platform/accounts/update-account.ts';
import { listEvents } from '../../platform/audit/list-events.ts';
import { mapPage } from '../../platform/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import type { HandlersOf } from '../handlers.ts';

export const accountRoutes: HandlersOf<typeof accountOperations> = {
  async getMe({ caller: { account, boundTo } }) {
    return boundTo
      ? { app: { id: boundTo.id, name: boundTo.name }, email: account.email }
      : { email: account.email };
  },
  changePassword: ({ platform, caller, body }) => changePassword(platform, caller, body),
  signUp: ({ platform, origin, body }) => signUp(platform, origin, body),
  async choosePassword({ platform, origin, body }) {
    await choosePassword(platform, origin, body);
  },

  async listAccounts({ platform, query }) {
    return mapPage(await listAccounts(platform.database.read, query), toAccount);
  },
  createAccount: ({ platform, caller, body }) => createAccount(platform, caller, body),
  getAccount: async ({ platform, params }) => toAccount(await requireAccount(platform, params.account)),
  updateAccount: async ({ platform, caller, params, body }) =>
    updateAccount(platform, caller, await requireAccount(platform, params.account), body),
  deleteAccount: async ({ platform, caller, params }) =>
    deleteAccount(platform, caller, await requireAccount(platform, params.account)),
  createPasswordLink: async ({ platform, caller, params }) =>
    createPasswordLink(platform, caller, await requireAccount(platform, params.account)),
  listPlatformAuditEvents: ({ platform, query }) => listEvents(platform, null, query),
};

async function requireAccount({ database }: Platform, reference: string): Promise<AccountRow> {
  const account = await findAccount(database.read, reference);
  if (!account) throw notFound();
  return account;
}
