import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Platform } from '../platform.ts';
import type { VisiblePipeline } from './pipeline-rows.ts';

/** Its environments go with the row; its apps stay, uncoupled. */
export async function deletePipeline(
  platform: Platform,
  caller: Caller,
  pipeline: VisiblePipeline,
): Promise<void> {
  await platform.database.transact(async (tx) => {
    await tx
      .updateTable('apps')
      .set({ pipeline_id: null, pipeline_stage: null })
      .where('pipeline_id', '=', pipeline.id)
      .execute();
    await tx.deleteFrom('pipelines').where('id', '=', pipeline.id).execute();
    await recordEvent(platform, tx, caller, {
      action: 'pipeline.delete',
      team: pipeline.team_id,
      target: { kind: 'pipeline', id: pipeline.id, name: pipeline.name },
    });
  });
}
