import type { Clock } from '../base/clock.ts';
import type { Region } from '../contract/region.ts';
import type { Database } from './database/tables.ts';
import type { Vault } from './vault/vault.ts';

/** What every use case works with. Built once, by the daemon. */
export interface Platform {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly regions: readonly Region[];
  readonly links: Links;
  readonly signup: 'open' | 'closed';
  /** The label of the platform's own host, which no app may bear. */
  readonly reservedAppName: string | undefined;
}

/** The addresses that people are shown. */
export interface Links {
  webUrl(appName: string): string;
  gitUrl(appName: string): string;
  invitation(code: string): string;
  password(code: string): string;
}
