import { KedgeError } from '../../base/errors.ts';
import type { Region } from '../../contract/region.ts';
import type { Platform } from '../platform.ts';

export function defaultRegion({ regions }: Platform): Region {
  return regions.find((region) => region.default)!;
}

export function requireRegion({ regions }: Platform, name: string): Region {
  const region = regions.find((candidate) => candidate.name === name);
  if (region) return region;
  const known = regions.map((candidate) => candidate.name).join(', ');
  throw new KedgeError('unknown_region', `There is no region "${name}". The regions are: ${known}.`);
}
