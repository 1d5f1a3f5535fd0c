import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Connections } from './connections.ts';

const connectTimeoutMs = 5000;
const bigint = 20;

export async function openPostgres(url: string, onIdleError: (error: Error) => void): Promise<Connections> {
  pg.types.setTypeParser(bigint, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: 30_000,
    application_name: 'kedge',
  });
  pool.on('error', onIdleError);
  const database = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const connections: Connections = {
    kind: 'postgres',
    reader: database,
    writer: database,
    run: async (query, values) => (await pool.query(query.sql, query.bind(values))).rows,
    ping: async () => {
      await pool.query('select 1');
    },
    async close() {
      await database.destroy();
      if (!pool.ended) await pool.end();
    },
  };
  try {
    await connections.ping();
  } catch (error) {
    await connections.close();
    throw error;
  }
  return connections;
}
