import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { temporaryDirectory } from '../../test/harness/temporary.ts';
import { until } from '../../test/harness/until.ts';
import type { AnyKysely, Connections, Prepared } from './connections.ts';
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
    await assert.rejects(connections.run(asIs('insert into rows values (1)'), {}), /readonly/);
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
      const [row] = await connections.run(asIs(`select ${n} as n`), {});
      assert.equal((row as { n: number }).n, n);
    }
  });

  it('is as it was when it is opened again', async () => {
    await sql`insert into rows values (3)`.execute(connections.writer);
    await connections.close();
    connections = openSqlite(file);
    assert.equal((await connections.run(asIs('select id from rows where id = 3'), {})).length, 1);
  });
});

describe('the answers that SQLite keeps', () => {
  const directory = temporaryDirectory();
  const file = join(directory.path, 'answers.db');
  const connections = openSqlite(file);
  after(async () => {
    await connections.close();
    directory.remove();
  });
  const count = asIs('select count(*) as n from rows');
  const counted = async () => ((await connections.run(count, {})) as [{ n: number }])[0].n;
  const add = (id: number) =>
    connections.writer.transaction().execute((tx) => sql`insert into rows values (${id})`.execute(tx));

  it('are the same objects while nothing changes, and are gone with the next commit', async () => {
    await connections.writer.transaction().execute((tx) => sql`create table rows (id integer)`.execute(tx));
    assert.equal(await connections.run(count, {}), await connections.run(count, {}));
    for (let id = 1; id <= 200; id += 1) {
      await add(id);
      assert.equal(await counted(), id);
    }
  });

  it('are gone when another process has committed', async () => {
    const before = await counted();
    const other = new DatabaseSync(file);
    other.exec('insert into rows values (1000)');
    other.close();
    await until('the commit is seen', async () => (await counted()) === before + 1);
  });

  it('are told apart by all their values', async () => {
    const sum = {
      sql: 'select ? + ? as n',
      names: ['a', 'b'],
      bind: (v: Record<string, unknown>) => [v.a, v.b],
    };
    const answers = await Promise.all([
      connections.run(sum, { a: 1, b: 11 }),
      connections.run(sum, { a: 11, b: 2 }),
    ]);
    assert.deepEqual(answers, [[{ n: 12 }], [{ n: 13 }]]);
  });
});

/** A query without values. */
function asIs(text: string): Prepared {
  return { sql: text, names: [], bind: () => [] };
}

async function pragma(database: AnyKysely, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database);
  return Object.values(rows[0] ?? {})[0];
}
