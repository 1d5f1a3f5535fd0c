import { timestamp } from '../../base/clock.ts';
import { conflict, invalidParams, notFound } from '../../base/errors.ts';
import type { App, Stage } from '../../contract/app.ts';
import type { Caller } from '../access/caller.ts';
import { toApp } from '../apps/app.ts';
import { type AppRow, findApp } from '../apps/app-rows.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../database/tables.ts';
import type { Platform } from '../platform.ts';
import type { VisiblePipeline } from './pipeline-rows.ts';

/** App and pipeline are of one team, so that whoever sees the one sees the other. */
export async function coupleApp(
  platform: Platform,
  caller: Caller,
  pipeline: VisiblePipeline,
  input: { app: string; stage: Stage },
): Promise<App> {
  return platform.database.transact(async (tx) => {
    const app = await findApp(tx, input.app);
    if (!app || app.team_id !== pipeline.team_id) {
      throw invalidParams({ app: `is no app of the team ${pipeline.team_name}` });
    }
    if (app.pipeline_id !== null && app.pipeline_id !== pipeline.id) {
      throw conflict(
        `The app "${app.name}" is in the pipeline "${app.pipeline_name}": uncouple it there first.`,
      );
    }
    await moveApp(platform, tx, caller, app, { pipeline, stage: input.stage });
    return toApp((await findApp(tx, app.id))!, platform.links);
  });
}

export async function uncoupleApp(
  platform: Platform,
  caller: Caller,
  pipeline: VisiblePipeline,
  reference: string,
): Promise<void> {
  await platform.database.transact(async (tx) => {
    const app = await findApp(tx, reference);
    if (app?.pipeline_id !== pipeline.id) throw notFound();
    await moveApp(platform, tx, caller, app, { pipeline, stage: null });
  });
}

async function moveApp(
  platform: Platform,
  tx: Tx,
  caller: Caller,
  app: AppRow,
  to: { pipeline: VisiblePipeline; stage: Stage | null },
): Promise<void> {
  await tx
    .updateTable('apps')
    .set({
      pipeline_id: to.stage === null ? null : to.pipeline.id,
      pipeline_stage: to.stage,
      updated_at: timestamp(platform.clock),
    })
    .where('id', '=', app.id)
    .execute();
  await recordEvent(platform, tx, caller, {
    action: to.stage === null ? 'pipeline.uncouple' : 'pipeline.couple',
    team: app.team_id,
    target: { kind: 'app', id: app.id, name: app.name },
    details: { pipeline: to.pipeline.name, ...(to.stage !== null && { stage: to.stage }) },
  });
}
