import type { namespaceOperations } from '../../contract/namespace.ts';
import { createNamespace } from '../../platform/namespaces/create-namespace.ts';
import { deleteNamespace } from '../../platform/namespaces/delete-namespace.ts';
import { listVisibleNamespaces, toNamespace } from '../../platform/namespaces/namespace-rows.ts';
import { mapPage } from '../../platform/paging.ts';
import type { HandlersOf } from '../handlers.ts';

export const namespaceRoutes: HandlersOf<typeof namespaceOperations> = {
  async listNamespaces({ platform, caller, query }) {
    return mapPage(
      await listVisibleNamespaces(platform.database.read, caller.account.id, query),
      toNamespace,
    );
  },
  createNamespace: ({ platform, caller, subject, body }) => createNamespace(platform, caller, subject, body),
  getNamespace: async ({ subject }) => toNamespace(subject),
  deleteNamespace: ({ platform, caller, subject }) => deleteNamespace(platform, caller, subject),
};
