import { notFound } from '../../base/errors.ts';
import type { releaseOperations } from '../../contract/release.ts';
import { mapPage } from '../../platform/paging.ts';
import { findRelease, listReleases, toRelease } from '../../platform/releases/release-rows.ts';
import type { HandlersOf } from '../handlers.ts';

export const releaseRoutes: HandlersOf<typeof releaseOperations> = {
  async listReleases({ platform, subject, query }) {
    const releases = await listReleases(platform.database.read, subject, query);
    return mapPage(releases, (release) => toRelease(release, subject));
  },
  async getRelease({ platform, subject, params }) {
    const release = await findRelease(platform.database.read, subject, params.release);
    if (!release) throw notFound();
    return toRelease(release, subject);
  },
};
