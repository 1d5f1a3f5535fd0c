import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { retention } from '../../src/platform/database/retention.ts';
import type { Tables } from '../../src/platform/database/tables.ts';
import type { World } from './world.ts';

/** Changes with every commit: on SQLite by its own counter, which costs nothing; elsewhere by looking at everything. */
export async function stateMark(world: World): Promise<string> {
  const { database } = world.platform;
  if (database.kind !== 'sqlite') return snapshot(world);
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(database.read);
  return String(rows[0]?.data_version);
}

/** One line that changes whenever anything in the database does, but for counters that reading moves. */
export async function snapshot({ platform }: World): Promise<string> {
  const tables = (Object.keys(retention) as (keyof Tables)[]).filter((table) => table !== 'rate_limits');
  const rows = await Promise.all(
    tables.map((table) => platform.database.read.selectFrom(table).selectAll().execute()),
  );
  const text = rows.map((list) => list.map((row) => JSON.stringify({ ...row, last_used_at: null })).sort());
  return hash('sha256', JSON.stringify(text), 'hex');
}
