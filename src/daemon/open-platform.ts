import { join } from 'node:path';
import { systemClock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { migrations } from '../platform/database/migrations/index.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Platform } from '../platform/platform.ts';
import type { Connections } from '../store/connections.ts';
import { DatabaseIsNewer, migrate } from '../store/migrate.ts';
import { openSqlite } from '../store/sqlite.ts';
import { createStore } from '../store/store.ts';
import type { Addresses } from './addresses.ts';
import { type Config, ConfigError } from './config.ts';
import { openVault } from './master-key.ts';

/** Opens the database, brings it up to date and builds what every use case works with. */
export async function openPlatform(config: Config, addresses: Addresses, log: Log): Promise<Platform> {
  const connections = await openDatabase(config, log);
  try {
    for (const name of await migrate(connections, migrations)) log.info(`database: applied ${name}`);
    const database = createStore<Tables>(connections);
    return {
      database,
      vault: await openVault(database, config.masterKeyFile),
      clock: systemClock,
      regions: config.regions,
      links: addresses,
      signup: config.signup,
      reservedAppName: addresses.ownLabel,
    };
  } catch (error) {
    await connections.close();
    if (error instanceof DatabaseIsNewer) throw new ConfigError(`${describe(config)}: ${error.message}.`);
    throw error;
  }
}

async function openDatabase(config: Config, log: Log): Promise<Connections> {
  try {
    if (config.databaseUrl === undefined) return openSqlite(join(config.home, 'kedge.db'));
    const { openPostgres } = await import('../store/postgres.ts');
    return await openPostgres(config.databaseUrl, (error) =>
      log.warn({ err: error }, 'a database connection was lost'),
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `${describe(config)} does not answer (${code ?? message}): check that it runs and may be used.`,
    );
  }
}

/** Without the password that a database URL holds. */
function describe({ databaseUrl, home }: Config): string {
  if (databaseUrl === undefined) return `The database ${join(home, 'kedge.db')}`;
  const { host, pathname } = new URL(databaseUrl);
  return `The database of KEDGE_DATABASE_URL (${host}${pathname})`;
}
