import type { Kysely, Selectable } from 'kysely';
import { isId } from '../../base/ids.ts';
import type { Release } from '../../contract/release.ts';
import type { AppRow } from '../apps/app-rows.ts';
import type { Tables } from '../database/tables.ts';
import { fetchPage, type Page, type PageRequest } from '../paging.ts';

type Reader = Kysely<Tables>;
type ReleaseRow = Omit<Selectable<Tables['releases']>, 'config'>;

function selectReleases(db: Reader, appId: string) {
  return db
    .selectFrom('releases')
    .select([
      'id',
      'app_id',
      'version',
      'status',
      'description',
      'user_id',
      'user_email',
      'failure_reason',
      'created_at',
      'updated_at',
    ])
    .where('app_id', '=', appId);
}

export function listReleases(db: Reader, app: AppRow, page: PageRequest): Promise<Page<ReleaseRow>> {
  return fetchPage(selectReleases(db, app.id), page, {
    key: 'version',
    type: 'integer',
    of: (release) => release.version,
    newestFirst: true,
  });
}

/** By its id, or by its version with or without the `v`. */
export async function findRelease(
  db: Reader,
  app: AppRow,
  reference: string,
): Promise<ReleaseRow | undefined> {
  const version = /^v?([1-9][0-9]{0,8})$/.exec(reference)?.[1];
  if (version) return selectReleases(db, app.id).where('version', '=', Number(version)).executeTakeFirst();
  return isId(reference)
    ? selectReleases(db, app.id).where('id', '=', reference).executeTakeFirst()
    : undefined;
}

export function toRelease(row: ReleaseRow, app: AppRow): Release {
  return {
    id: row.id,
    version: row.version,
    app: { id: app.id, name: app.name },
    status: row.status,
    description: row.description,
    slug: null,
    commit: null,
    user: row.user_id === null ? null : { id: row.user_id, email: row.user_email! },
    current: row.version === app.last_release,
    eligible_for_rollback: false,
    failure_reason: row.failure_reason,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
