import { timestamp } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Pipeline, pipelineOperations } from '../../contract/pipeline.ts';
import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orTaken } from '../database/conflicts.ts';
import type { Platform } from '../platform.ts';
import { reviewAppSettings } from './pipeline.ts';
import { findVisiblePipeline, toPipeline, type VisiblePipeline } from './pipeline-rows.ts';

export async function updatePipeline(
  platform: Platform,
  caller: Caller,
  pipeline: VisiblePipeline,
  input: BodyOf<typeof pipelineOperations.updatePipeline>,
): Promise<Pipeline> {
  if (Object.keys(input).length === 0) return toPipeline(pipeline);
  return platform.database.transact(async (tx) => {
    const today = await findVisiblePipeline(tx, pipeline.id, caller.account.id);
    if (!today) throw notFound();
    const settings = reviewAppSettings(platform, input.review_apps, JSON.parse(today.review_apps));
    const name = input.name ?? today.name;
    const update = tx
      .updateTable('pipelines')
      .set({ name, review_apps: JSON.stringify(settings), updated_at: timestamp(platform.clock) })
      .where('id', '=', pipeline.id)
      .execute();
    await orTaken(update, { 'pipelines.name': `The pipeline name "${name}" is taken.` });
    await recordEvent(platform, tx, caller, {
      action: 'pipeline.update',
      team: pipeline.team_id,
      target: { kind: 'pipeline', id: pipeline.id, name: today.name },
      details: {
        name,
        ...Object.fromEntries(Object.entries(input.review_apps ?? {}).map(([k, v]) => [k, String(v)])),
      },
    });
    return toPipeline((await findVisiblePipeline(tx, pipeline.id, caller.account.id))!);
  });
}
