import type { Kysely, Selectable } from 'kysely';
import type { Role } from '../../contract/values.ts';
import type { Param, PreparedQuery } from '../../store/store.ts';
import { strongestRole } from '../access/roles.ts';
import { idOrName, matching } from '../database/references.ts';
import type { AppsTable, Database, Tables } from '../database/tables.ts';
import { fetchPage, type Page, type PageRequest } from '../paging.ts';

export type AppRow = Selectable<AppsTable> & {
  team_name: string;
  namespace_name: string;
  region: string;
  pipeline_name: string | null;
};

export type VisibleApp = AppRow & { role: Role };

type Reader = Kysely<Tables>;

export function selectApps(db: Reader) {
  return db
    .selectFrom('apps')
    .innerJoin('teams', 'teams.id', 'apps.team_id')
    .innerJoin('namespaces', 'namespaces.id', 'apps.namespace_id')
    .leftJoin('pipelines', 'pipelines.id', 'apps.pipeline_id')
    .selectAll('apps')
    .select([
      'teams.name as team_name',
      'namespaces.name as namespace_name',
      'namespaces.region as region',
      'pipelines.name as pipeline_name',
    ]);
}

export async function findApp(db: Reader, reference: string): Promise<AppRow | undefined> {
  const column = idOrName(reference);
  return column && selectApps(db).where(`apps.${column}`, '=', reference).executeTakeFirst();
}

/** The app, and the strongest role that the account has on it through its team or as a collaborator. */
export async function findVisibleApp(
  database: Database,
  reference: string,
  accountId: string,
): Promise<VisibleApp | undefined> {
  const column = idOrName(reference);
  if (!column) return undefined;
  const [app] = await database.run(visibleApp[column], { reference, account: accountId });
  return app?.role ? (app as VisibleApp) : undefined;
}

const visibleApp = { id: visibleAppBy('id'), name: visibleAppBy('name') };

function visibleAppBy(column: 'id' | 'name'): PreparedQuery<Tables, AppRow & { role: Role | null }> {
  return {
    build: (db: Reader, param: Param) =>
      selectApps(db)
        .leftJoin('memberships', (join) =>
          join
            .onRef('memberships.team_id', '=', 'apps.team_id')
            .on('memberships.account_id', '=', param('account')),
        )
        .leftJoin('collaborators', (join) =>
          join
            .onRef('collaborators.app_id', '=', 'apps.id')
            .on('collaborators.account_id', '=', param('account')),
        )
        .select(strongestRole('memberships.role', 'collaborators.role').as('role'))
        .where(`apps.${column}`, '=', param('reference')),
  };
}

export function listVisibleApps(
  db: Reader,
  accountId: string,
  filter: { team?: string; pipelineId?: string },
  page: PageRequest,
): Promise<Page<AppRow>> {
  let query = selectApps(db).where(({ or, eb, selectFrom }) =>
    or([
      eb(
        'apps.team_id',
        'in',
        selectFrom('memberships').select('team_id').where('account_id', '=', accountId),
      ),
      eb('apps.id', 'in', selectFrom('collaborators').select('app_id').where('account_id', '=', accountId)),
    ]),
  );
  if (filter.team !== undefined) {
    const { column, value } = matching(filter.team);
    query = query.where(`teams.${column}`, '=', value);
  }
  if (filter.pipelineId !== undefined) query = query.where('apps.pipeline_id', '=', filter.pipelineId);
  return fetchPage(query, page, { key: 'apps.name', of: (app) => app.name });
}
