import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { temporaryDirectory } from '../../test/harness/temporary.ts';
import type { AnyKysely, Connections } from './connections.ts';
import { openSqlite } from './sqlite.ts';

describe('SQLite', () => {
  const directory = temporaryDirectory();
  const file = join(directory.path, 'kedge.db');
  let connections: Connections;
  before(async () => {
    connections = openSqlite(file);
    await sql`create table rows (id integer primary key)`.execute(connections.writer);
  });
  after(async () => {
    await connections.close();
    directory.remove();
  });

  it('survives a power cut: WAL, synchronous FULL', async () => {
    assert.equal(await pragma(connections.writer, 'journal_mode'), 'wal');
    assert.equal(await pragma(connections.reader, 'journal_mode'), 'wal');
    assert.equal(await pragma(connections.writer, 'synchronous'), 2);
  });

  it('holds to its foreign keys', async () => {
    assert.equal(await pragma(connections.writer, 'foreign_keys'), 1);
  });

  it('has a reader that cannot write', async () => {
    await assert.rejects(sql`insert into rows values (1)`.execute(connections.reader), /readonly/);
    await assert.rejects(connections.run('insert into rows values (1)', []), /readonly/);
  });

  it('takes the write lock at the beginning of a transaction', async () => {
    const other = new DatabaseSync(file, { timeout: 0 });
    const write = () => other.exec('insert into rows values (2)');
    try {
      await connections.writer.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        assert.throws(write, { errcode: 5 });
      });
      write();
    } finally {
      other.close();
    }
  });

  it('answers more statements than it keeps prepared', async () => {
    for (const n of [...Array(600).keys(), 0, 599]) {
      const [row] = await connections.run(`select ${n} as n`, []);
      assert.equal((row as { n: number }).n, n);
    }
  });

  it('is as it was when it is opened again', async () => {
    await sql`insert into rows values (3)`.execute(connections.writer);
    await connections.close();
    connections = openSqlite(file);
    assert.equal((await connections.run('select id from rows where id = 3', [])).length, 1);
  });
});

async function pragma(database: AnyKysely, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database);
  return Object.values(rows[0] ?? {})[0];
}
