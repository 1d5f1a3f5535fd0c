import type { pipelineOperations } from '../../contract/pipeline.ts';
import { toApp } from '../../platform/apps/app.ts';
import { listVisibleApps } from '../../platform/apps/app-rows.ts';
import { mapPage } from '../../platform/paging.ts';
import { coupleApp, uncoupleApp } from '../../platform/pipelines/couple-app.ts';
import { createPipeline } from '../../platform/pipelines/create-pipeline.ts';
import { deletePipeline } from '../../platform/pipelines/delete-pipeline.ts';
import { listVisiblePipelines, toPipeline } from '../../platform/pipelines/pipeline-rows.ts';
import { updatePipeline } from '../../platform/pipelines/update-pipeline.ts';
import type { HandlersOf } from '../handlers.ts';

export const pipelineRoutes: HandlersOf<typeof pipelineOperations> = {
  async listPipelines({ platform, caller, query: { team_id, ...page } }) {
    const filter = team_id === undefined ? {} : { team: team_id };
    return mapPage(
      await listVisiblePipelines(platform.database.read, caller.account.id, filter, page),
      toPipeline,
    );
  },
  createPipeline: ({ platform, caller, subject, body }) => createPipeline(platform, caller, subject, body),
  getPipeline: async ({ subject }) => toPipeline(subject),
  updatePipeline: ({ platform, caller, subject, body }) => updatePipeline(platform, caller, subject, body),
  deletePipeline: ({ platform, caller, subject }) => deletePipeline(platform, caller, subject),
  async listPipelineApps({ platform, caller, subject, query }) {
    const { database, links } = platform;
    const apps = await listVisibleApps(database.read, caller.account.id, { pipelineId: subject.id }, query);
    return mapPage(apps, (app) => toApp(app, links));
  },
  couplePipelineApp: ({ platform, caller, subject, body }) => coupleApp(platform, caller, subject, body),
  uncouplePipelineApp: ({ platform, caller, subject, params }) =>
    uncoupleApp(platform, caller, subject, params.app),
};
