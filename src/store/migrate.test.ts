import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEmptyDatabases } from '../../test/harness/empty-databases.ts';
import type { AnyKysely, Connections } from './connections.ts';
import { DatabaseIsNewer, type Migrations, migrate } from './migrate.ts';

const createTable = (name: string) => ({
  up: (db: AnyKysely) => db.schema.createTable(name).addColumn('id', 'integer').execute(),
});
const addRow = {
  async up(db: AnyKysely) {
    await db.insertInto('first').values({ id: 1 }).execute();
  },
};

onEmptyDatabases('migrate', (empty, kind) => {
  it('applies in the order of the names, nothing twice, and only what is new', async () => {
    const connections = await (await empty()).open();
    const two: Migrations = { '0002-row': addRow, '0001-first': createTable('first') };
    assert.deepEqual(await migrate(connections, two), ['0001-first', '0002-row']);
    assert.deepEqual(await migrate(connections, two), []);
    assert.deepEqual(await migrate(connections, { ...two, '0003-third': createTable('third') }), [
      '0003-third',
    ]);
    assert.deepEqual(await tablesOf(connections), ['first', 'third']);
    assert.equal((await connections.reader.selectFrom('first').selectAll().execute()).length, 1);
  });

  it('refuses a database that a newer version has used, and leaves it alone', async () => {
    const connections = await (await empty()).open();
    await migrate(connections, { '0001-first': createTable('first'), '0002-second': createTable('second') });
    const older: Migrations = { '0001-first': createTable('first'), '0001-other': createTable('other') };
    await assert.rejects(migrate(connections, older), (error: Error) => {
      assert.ok(error instanceof DatabaseIsNewer);
      assert.match(error.message, /0002-second/);
      return true;
    });
    assert.deepEqual(await tablesOf(connections), ['first', 'second']);
  });

  it('leaves nothing behind of a migration that throws in the middle', async () => {
    const connections = await (await empty()).open();
    const broken: Migrations = {
      '0001-first': createTable('first'),
      '0002-half': {
        async up(db) {
          await createTable('half').up(db);
          await addRow.up(db);
          throw new Error('out of ideas');
        },
      },
    };
    await assert.rejects(migrate(connections, broken), /out of ideas/);
    assert.equal((await tablesOf(connections)).includes('half'), false);

    const mended: Migrations = { '0001-first': createTable('first'), '0002-half': createTable('half') };
    assert.equal((await migrate(connections, mended)).at(-1), '0002-half');
    assert.deepEqual(await tablesOf(connections), ['first', 'half']);
    assert.deepEqual(await connections.reader.selectFrom('first').selectAll().execute(), []);
  });

  if (kind === 'postgres') {
    it('lets one of two processes work and the other wait', async () => {
      const database = await empty();
      const both = [await database.open(), await database.open()];
      const migrations: Migrations = { '0001-first': createTable('first'), '0002-row': addRow };
      const applied = await Promise.all(both.map((connections) => migrate(connections, migrations)));
      assert.deepEqual(applied.flat().sort(), ['0001-first', '0002-row']);
      assert.deepEqual(await tablesOf(both[0]!), ['first']);
    });
  }
});

async function tablesOf({ reader }: Connections): Promise<string[]> {
  return (await reader.introspection.getTables()).map((table) => table.name).sort();
}
