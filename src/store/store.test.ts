import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { onEmptyDatabases } from '../../test/harness/empty-databases.ts';
import { KedgeError } from '../base/errors.ts';
import type { Connections } from './connections.ts';
import { createStore, type PreparedQuery } from './store.ts';

interface Tables {
  counters: { name: string; value: number };
}

const values = (rows: { value: number }[]) => rows.map((row) => row.value);

onEmptyDatabases('the store', (empty, kind) => {
  let shared: Connections;
  before(async () => {
    shared = await open();
  });

  it('commits what work did, and answers with what it returned', async () => {
    const store = await storeWith({ a: 1 });
    const answer = await store.transact(async (tx) => {
      await tx.updateTable('counters').set({ value: 2 }).execute();
      return 'done';
    });
    assert.equal(answer, 'done');
    assert.equal(await store.counter('a'), 2);
  });

  it('rolls back what work did before it threw, and passes the error on', async () => {
    const store = await storeWith({ a: 1 });
    const error = new Error('no');
    const work = store.transact(async (tx) => {
      await tx.updateTable('counters').set({ value: 2 }).execute();
      throw error;
    });
    await assert.rejects(work, (thrown) => thrown === error);
    assert.equal(await store.counter('a'), 1);
    await store.transact((tx) => tx.updateTable('counters').set({ value: 3 }).execute());
    assert.equal(await store.counter('a'), 3, 'the next transaction is not hurt');
  });

  it('joins an outer transaction: one goes, all go', async () => {
    const store = await storeWith({ a: 1 });
    const work = store.transact(async (outer) => {
      await store.transact(async (inner) => {
        assert.equal(inner, outer);
        await inner.updateTable('counters').set({ value: 2 }).execute();
      });
      throw new Error('no');
    });
    await assert.rejects(work, /no/);
    assert.equal(await store.counter('a'), 1);
  });

  it('refuses work that outlives the transaction it was begun in', async () => {
    const store = await storeWith({ a: 1 });
    const committed = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    await store.transact(async () => {
      late = committed.promise.then(() =>
        store.transact((tx) => tx.updateTable('counters').set({ value: 2 }).execute()),
      );
    });
    committed.resolve();
    await assert.rejects(late!, /already committed/);
    assert.equal(await store.counter('a'), 1);
  });

  it('loses no update of many at once', async () => {
    const store = await storeWith({ a: 0 });
    const raise = () =>
      store.transact(async (tx) => {
        await tx
          .updateTable('counters')
          .set(({ eb }) => ({ value: eb('value', '+', 1) }))
          .execute();
        const { value } = await tx.selectFrom('counters').select('value').executeTakeFirstOrThrow();
        return value;
      });
    const seen = await Promise.all(Array.from({ length: 20 }, raise));
    assert.deepEqual(new Set(seen), new Set(Array.from({ length: 20 }, (_, n) => n + 1)));
    assert.equal(await store.counter('a'), 20);
  });

  it('reads the last committed state while a transaction is open', async () => {
    const store = await storeWith({ a: 1 });
    const [written, maySettle] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const work = store.transact(async (tx) => {
      await tx.updateTable('counters').set({ value: 2 }).execute();
      written.resolve();
      await maySettle.promise;
    });
    await written.promise;
    assert.equal(await store.counter('a'), 1);
    assert.deepEqual(values(await store.read.selectFrom('counters').select('value').execute()), [1]);
    maySettle.resolve();
    await work;
    assert.equal(await store.counter('a'), 2);
  });

  it('builds a prepared query once and binds its values each time', async () => {
    const store = await storeWith({ a: 1, b: 2 });
    let built = 0;
    const query: PreparedQuery<Tables, { value: number }> = {
      build(db, param) {
        built += 1;
        return db
          .selectFrom('counters')
          .select('value')
          .where('value', '<', 100)
          .where('name', '=', param('second'))
          .where('name', '<>', param('first'));
      },
    };
    assert.deepEqual(values(await store.run(query, { first: 'a', second: 'b' })), [2]);
    assert.deepEqual(values(await store.run(query, { first: 'b', second: 'a' })), [1]);
    assert.deepEqual(values(await store.run(query, { first: 'a', second: 'a' })), []);
    assert.deepEqual(values(await store.run(query, { first: '', second: "a' or '1' = '1" })), []);
    assert.equal(built, 1);
  });

  it('is unavailable when the database is gone', async () => {
    const store = await storeWith({ a: 1 }, await open());
    await store.ping();
    await store.close();
    await assert.rejects(store.ping(), (error: KedgeError) => {
      assert.ok(error instanceof KedgeError);
      assert.deepEqual([error.code, error.retryAfter], ['unavailable', 5]);
      assert.ok(error.cause instanceof Error);
      return true;
    });
  });

  if (kind === 'sqlite') {
    it('runs transactions one after the other', async () => {
      const store = await storeWith({ a: 0 });
      const readThenWrite = () =>
        store.transact(async (tx) => {
          const { value } = await tx.selectFrom('counters').select('value').executeTakeFirstOrThrow();
          await new Promise(setImmediate);
          await tx
            .updateTable('counters')
            .set({ value: value + 1 })
            .execute();
        });
      await Promise.all(Array.from({ length: 10 }, readThenWrite));
      assert.equal(await store.counter('a'), 10);
    });
  }

  if (kind === 'postgres') {
    it('runs work again that was given up for another transaction', async () => {
      const store = await storeWith({ a: 0, b: 0 });
      const bothHoldOne = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let runs = 0;
      const raiseInOrder = (order: string[], mine: number) =>
        store.transact(async (tx) => {
          runs += 1;
          await sql`set local deadlock_timeout = '20ms'`.execute(tx);
          for (const name of order) {
            await tx
              .updateTable('counters')
              .set(({ eb }) => ({ value: eb('value', '+', 1) }))
              .where('name', '=', name)
              .execute();
            bothHoldOne[mine]!.resolve();
            await Promise.all(bothHoldOne.map((held) => held.promise));
          }
        });
      await Promise.all([raiseInOrder(['a', 'b'], 0), raiseInOrder(['b', 'a'], 1)]);
      assert.deepEqual([await store.counter('a'), await store.counter('b')], [2, 2]);
      assert.ok(runs > 2, 'neither was given up');
    });
  }

  const byName: PreparedQuery<Tables, { value: number }> = {
    build: (db, param) => db.selectFrom('counters').select('value').where('name', '=', param('name')),
  };

  async function open(): Promise<Connections> {
    const connections = await (await empty()).open();
    await connections.writer.schema
      .createTable('counters')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'integer', (column) => column.notNull())
      .execute();
    return connections;
  }

  async function storeWith(counters: Record<string, number>, connections = shared) {
    const store = createStore<Tables>(connections);
    const rows = Object.entries(counters).map(([name, value]) => ({ name, value }));
    await store.transact(async (tx) => {
      await tx.deleteFrom('counters').execute();
      await tx.insertInto('counters').values(rows).execute();
    });
    const counter = async (name: string) => values(await store.run(byName, { name }))[0];
    return { ...store, counter };
  }
});
