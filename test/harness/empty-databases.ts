import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { Connections } from '../../src/store/connections.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { createDatabase, type PostgresServer, startPostgres } from './postgres.ts';
import { temporaryDirectory } from './temporary.ts';
import type { DatabaseKind } from './world.ts';

/** Not taken from the world, which would bring the whole server along. */
const databaseKinds: DatabaseKind[] = ['sqlite', 'postgres'];
/** A database that waits for itself would wait for ever. */
const withinMs = 60_000;

export interface EmptyDatabase {
  /** As a process of its own would. */
  open(): Promise<Connections>;
}

/** Runs the suite on SQLite and on PostgreSQL. Whatever `empty()` made is closed and removed after it. */
export function onEmptyDatabases(
  name: string,
  suite: (empty: () => Promise<EmptyDatabase>, kind: DatabaseKind) => void,
): void {
  for (const kind of databaseKinds) {
    describe(`${name} on ${kind}`, { timeout: withinMs }, () => {
      const cleanUp = new AsyncDisposableStack();
      let server: PostgresServer | undefined;
      before(async () => {
        if (kind === 'postgres') server = cleanUp.adopt(await postgresServer(), (running) => running.stop());
      });
      after(() => cleanUp.disposeAsync());

      suite(async () => {
        const open = server ? await onPostgres(server, cleanUp) : onSqlite(cleanUp);
        return { open: async () => cleanUp.adopt(await open(), (connections) => connections.close()) };
      }, kind);
    });
  }
}

/** The test run starts one server for all; a test file that is run by itself starts its own. */
async function postgresServer(): Promise<PostgresServer> {
  const shared = process.env.KEDGE_TEST_POSTGRES;
  return shared ? { url: shared, stop: async () => undefined } : startPostgres();
}

async function onPostgres(
  server: PostgresServer,
  cleanUp: AsyncDisposableStack,
): Promise<() => Promise<Connections>> {
  const { url, drop } = await createDatabase(server.url);
  cleanUp.defer(drop);
  return () => openPostgres(url, () => undefined);
}

function onSqlite(cleanUp: AsyncDisposableStack): () => Promise<Connections> {
  const { path, remove } = temporaryDirectory();
  cleanUp.defer(remove);
  return async () => openSqlite(join(path, 'kedge.db'));
}
