import type { appOperations } from '../../contract/app.ts';
import { toApp, toSameApp } from '../../platform/apps/app.ts';
import { listVisibleApps } from '../../platform/apps/app-rows.ts';
import { addCollaborator, listCollaborators, removeCollaborator } from '../../platform/apps/collaborators.ts';
import { createApp } from '../../platform/apps/create-app.ts';
import { deleteApp } from '../../platform/apps/delete-app.ts';
import { updateApp } from '../../platform/apps/update-app.ts';
import { mapPage } from '../../platform/paging.ts';
import type { HandlersOf } from '../handlers.ts';

export const appRoutes: HandlersOf<typeof appOperations> = {
  async listApps({ platform, caller, query: { team_id, ...page } }) {
    const filter = team_id === undefined ? {} : { team: team_id };
    const apps = await listVisibleApps(platform.database.read, caller.account.id, filter, page);
    return mapPage(apps, (app) => toApp(app, platform.links));
  },
  createApp: ({ platform, caller, subject, body }) => createApp(platform, caller, subject, body),
  getApp: async ({ platform, subject }) => toSameApp(subject, platform.links),
  updateApp: ({ platform, caller, subject, body }) => updateApp(platform, caller, subject, body),
  deleteApp: ({ platform, caller, subject }) => deleteApp(platform, caller, subject),
  listCollaborators: ({ platform, subject, query }) => listCollaborators(platform, subject, query),
  addCollaborator: ({ platform, caller, subject, body }) => addCollaborator(platform, caller, subject, body),
  removeCollaborator: ({ platform, caller, subject, params }) =>
    removeCollaborator(platform, caller, subject, params.collaborator),
};
