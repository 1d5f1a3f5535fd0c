import type { ReviewAppChange, ReviewAppSettings } from '../../contract/pipeline.ts';
import type { Platform } from '../platform.ts';
import { requireRegion } from '../regions/region.ts';

const noReviewApps: ReviewAppSettings = {
  enabled: false,
  automatic_creation: false,
  automatic_destruction: true,
  stale_days: 5,
  base_name: null,
  region: null,
};

export function reviewAppSettings(
  platform: Platform,
  change: ReviewAppChange = {},
  today: ReviewAppSettings = noReviewApps,
): ReviewAppSettings {
  if (change.region) requireRegion(platform, change.region);
  return { ...today, ...change };
}
