import { type Migration, Migrator } from 'kysely/migration';
import type { Connections } from './connections.ts';

export type Migrations = Record<string, Migration>;

export class DatabaseIsNewer extends Error {
  constructor(unknown: string) {
    super(
      `the database was last used by a newer version of Kedge (it holds the migration ${unknown}, which this version does not know); start that version, or restore a backup made before it`,
    );
    this.name = 'DatabaseIsNewer';
  }
}

/** Brings the schema up to date, each migration in a transaction, under a lock that other processes wait for. */
export async function migrate(connections: Connections, migrations: Migrations): Promise<string[]> {
  const migrator = new Migrator({
    db: connections.writer,
    provider: { getMigrations: async () => migrations },
  });
  const unknown = (await appliedMigrations(connections)).find((name) => !(name in migrations));
  if (unknown) throw new DatabaseIsNewer(unknown);
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

async function appliedMigrations({ writer }: Connections): Promise<string[]> {
  const tables = await writer.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const rows = await writer.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return rows.map((row) => String(row.name));
}
