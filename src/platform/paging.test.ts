import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Kysely } from 'kysely';
import { onEmptyDatabases } from '../../test/harness/empty-databases.ts';
import { KedgeError } from '../base/errors.ts';
import { fetchPage, mapPage, type Page, type PageOrder, type PageRequest } from './paging.ts';

interface Item {
  id: string;
  version: number;
}

const byId: PageOrder<Item> = { key: 'id', of: (item) => item.id };
const newest: PageOrder<Item> = {
  key: 'version',
  type: 'integer',
  of: (item) => item.version,
  newestFirst: true,
};

onEmptyDatabases('pages', (empty) => {
  let db: Kysely<{ items: Item }>;
  before(async () => {
    db = (await (await empty()).open()).writer;
    await db.schema
      .createTable('items')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('version', 'integer', (column) => column.notNull().unique())
      .execute();
  });

  for (const [name, order] of Object.entries({ 'by id': byId, 'newest first': newest })) {
    it(`${name} show each item once, however many come and go between them`, async () => {
      const original = await fill(20, (n) => 10 * n);
      const seen: Item[] = [];
      let next: string | undefined;
      do {
        const page: Page<Item> = await fetch({ limit: 3, ...(next && { cursor: next }) }, order);
        assert.ok(page.items.length <= 3);
        seen.push(...page.items);
        next = page.next;
        await insert(seen.slice(-3).flatMap(({ version }) => [version - 5, version + 5]));
        await db.deleteFrom('items').where('version', '=', seen[0]!.version).execute();
      } while (next);

      const ids = seen.map((item) => item.id);
      assert.equal(new Set(ids).size, ids.length, 'none is doubled');
      for (const { id } of original) assert.ok(ids.includes(id), `${id} is lost`);
      const sorted = seen.toSorted((one, other) => one.version - other.version);
      assert.deepEqual(seen, order === newest ? sorted.reverse() : sorted);
    });
  }

  it('end without an empty one', async () => {
    await fill(6, (n) => n);
    const first = await fetch({ limit: 3 }, byId);
    const last = await fetch({ limit: 3, cursor: first.next! }, byId);
    assert.deepEqual([first.items.length, last.items.length, last.next], [3, 3, undefined]);
    assert.deepEqual(
      mapPage(first, (item) => item.version),
      { items: [1, 2, 3], next: first.next },
    );
  });

  it('are everything without a limit, or everything from the cursor on', async () => {
    await fill(5, (n) => n);
    const { next } = await fetch({ limit: 2 }, byId);
    assert.equal((await fetch({}, byId)).items.length, 5);
    assert.deepEqual(versions(await fetch({ cursor: next! }, byId)), [3, 4, 5]);
  });

  it('refuse a cursor that was not given', async () => {
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong = ['', 'nonsense', cursor(null), cursor({}), cursor(['a']), cursor('a\0b')];
    for (const [order, more] of [
      [byId, [cursor(1)]],
      [newest, [cursor('a'), cursor(1.5), cursor(2 ** 31), cursor('1; drop table items')]],
    ] as const) {
      for (const text of [...wrong, ...more]) {
        await assert.rejects(fetch({ limit: 2, cursor: text }, order), (error: KedgeError) => {
          assert.ok(error instanceof KedgeError);
          return error.code === 'invalid_params' && 'cursor' in error.details!;
        });
      }
    }
  });

  function fetch(page: PageRequest, order: PageOrder<Item>): Promise<Page<Item>> {
    return fetchPage(db.selectFrom('items').selectAll(), page, order);
  }

  async function fill(count: number, version: (n: number) => number): Promise<Item[]> {
    await db.deleteFrom('items').execute();
    return insert(Array.from({ length: count }, (_, n) => version(n + 1)));
  }

  /** Their ids sort as their versions do. */
  async function insert(list: number[]): Promise<Item[]> {
    const items = [...new Set(list)].map((version) => ({
      id: `item-${String(version).padStart(6, '0')}`,
      version,
    }));
    const ignore = db
      .insertInto('items')
      .values(items)
      .onConflict((conflict) => conflict.doNothing());
    await ignore.execute();
    return items;
  }
});

function versions(page: Page<Item>): number[] {
  return page.items.map((item) => item.version);
}
