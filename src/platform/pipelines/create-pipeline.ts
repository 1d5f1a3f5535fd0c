import { timestamp } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Pipeline, pipelineOperations } from '../../contract/pipeline.ts';
import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orTaken } from '../database/conflicts.ts';
import { createEnvironment } from '../environments/environment-rows.ts';
import type { Platform } from '../platform.ts';
import type { VisibleTeam } from '../teams/team-rows.ts';
import { reviewAppSettings } from './pipeline.ts';
import { findVisiblePipeline, toPipeline } from './pipeline-rows.ts';

export async function createPipeline(
  platform: Platform,
  caller: Caller,
  team: VisibleTeam,
  input: BodyOf<typeof pipelineOperations.createPipeline>,
): Promise<Pipeline> {
  const settings = reviewAppSettings(platform, input.review_apps);
  return platform.database.transact(async (tx) => {
    const pipeline = { id: newId(), name: input.name };
    const now = timestamp(platform.clock);
    const insert = tx
      .insertInto('pipelines')
      .values({
        ...pipeline,
        team_id: team.id,
        review_apps: JSON.stringify(settings),
        created_at: now,
        updated_at: now,
      })
      .execute();
    await orTaken(insert, { 'pipelines.name': `The pipeline name "${input.name}" is taken.` });
    await createEnvironment(platform, tx, { id: newId(), kind: 'ra', pipelineId: pipeline.id });
    await createEnvironment(platform, tx, { id: newId(), kind: 'ci', pipelineId: pipeline.id });
    await recordEvent(platform, tx, caller, {
      action: 'pipeline.create',
      team: team.id,
      target: { kind: 'pipeline', ...pipeline },
    });
    return toPipeline((await findVisiblePipeline(tx, pipeline.id, caller.account.id))!);
  });
}
