import type { Migrations } from '../../../store/migrate.ts';
import * as foundation from './0001-foundation.ts';

/** In the order of their numbers. A migration that has been released is never changed: the next one is added. */
export const migrations: Migrations = {
  '0001-foundation': foundation,
};
