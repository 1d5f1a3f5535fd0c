import type { Kysely } from 'kysely';
import type { Pipeline } from '../../contract/pipeline.ts';
import { idOrName, matching } from '../database/references.ts';
import type { Tables } from '../database/tables.ts';
import { fetchPage, type Page, type PageRequest } from '../paging.ts';

type Reader = Kysely<Tables>;

function selectVisiblePipelines(db: Reader, accountId: string) {
  return db
    .selectFrom('pipelines')
    .innerJoin('teams', 'teams.id', 'pipelines.team_id')
    .innerJoin('memberships', 'memberships.team_id', 'pipelines.team_id')
    .innerJoin('environments as ra', (join) =>
      join.onRef('ra.pipeline_id', '=', 'pipelines.id').on('ra.kind', '=', 'ra'),
    )
    .innerJoin('environments as ci', (join) =>
      join.onRef('ci.pipeline_id', '=', 'pipelines.id').on('ci.kind', '=', 'ci'),
    )
    .selectAll('pipelines')
    .select(['teams.name as team_name', 'memberships.role', 'ra.id as ra_id', 'ci.id as ci_id'])
    .where('memberships.account_id', '=', accountId);
}

export type VisiblePipeline = Awaited<
  ReturnType<ReturnType<typeof selectVisiblePipelines>['executeTakeFirstOrThrow']>
>;

export async function findVisiblePipeline(
  db: Reader,
  reference: string,
  accountId: string,
): Promise<VisiblePipeline | undefined> {
  const column = idOrName(reference);
  if (!column) return undefined;
  return selectVisiblePipelines(db, accountId)
    .where(`pipelines.${column}`, '=', reference)
    .executeTakeFirst();
}

export function listVisiblePipelines(
  db: Reader,
  accountId: string,
  filter: { team?: string },
  page: PageRequest,
): Promise<Page<VisiblePipeline>> {
  let query = selectVisiblePipelines(db, accountId);
  if (filter.team !== undefined) {
    const { column, value } = matching(filter.team);
    query = query.where(`teams.${column}`, '=', value);
  }
  return fetchPage(query, page, { key: 'pipelines.name', of: (pipeline) => pipeline.name });
}

export function toPipeline(row: VisiblePipeline): Pipeline {
  return {
    id: row.id,
    name: row.name,
    team: { id: row.team_id, name: row.team_name },
    environments: [
      { id: row.ra_id, kind: 'ra' },
      { id: row.ci_id, kind: 'ci' },
    ],
    review_apps: JSON.parse(row.review_apps),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
