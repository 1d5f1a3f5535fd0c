import type { regionOperations } from '../../contract/region.ts';
import type { HandlersOf } from '../handlers.ts';

export const regionRoutes: HandlersOf<typeof regionOperations> = {
  listRegions: async ({ platform }) => [...platform.regions],
};
