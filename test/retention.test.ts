import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newId } from '../src/base/ids.ts';
import { migrations } from '../src/platform/database/migrations/index.ts';
import { retention, sweep } from '../src/platform/database/retention.ts';
import type { Tables } from '../src/platform/database/tables.ts';
import { migrate } from '../src/store/migrate.ts';
import { openSqlite } from '../src/store/sqlite.ts';
import { onBothDatabases } from './harness/on-both-databases.ts';
import type { Person, World } from './harness/world.ts';

describe('retention', () => {
  it('is named for every table that the migrations make, and for no other', async () => {
    const connections = openSqlite(':memory:');
    try {
      await migrate(connections, migrations);
      const tables = (await connections.writer.introspection.getTables()).map((table) => table.name);
      assert.deepEqual(Object.keys(retention).sort(), tables.sort());
    } finally {
      await connections.close();
    }
  });
});

const start = new Date('2026-11-14T09:30:00.000Z').getTime();
const day = 24 * 3_600_000;

/** Rows say which ones they are: a sweep must leave "kept" and take "gone". */
onBothDatabases(
  'sweep',
  (world) => {
    let ada: Person;
    let team: { id: string };
    before(async () => {
      ada = await world().person('ada');
      team = await world().team('harbour', [[ada, 'admin']]);
    });

    it('removes password links that have expired', async () => {
      const others = [await world().person('kept'), await world().person('gone')];
      const rows = others.map(({ account }) => ({
        account_id: account.id,
        code_hash: account.email,
        expires_at: at(account.email.startsWith('kept') ? 1 : -1),
        created_at: at(-day),
      }));
      await insert(world(), 'password_links', rows);
      await sweep(world().platform);
      assert.deepEqual(await column(world(), 'password_links', 'code_hash'), ['kept@example.com']);
    });

    it('removes invitations that have expired', async () => {
      const invitation = (code_hash: string, expires: number) => ({
        id: newId(),
        team_id: team.id,
        email: 'grace@example.com',
        role: 'member' as const,
        code_hash,
        invited_by: ada.account.id,
        expires_at: at(expires),
        created_at: at(-day),
      });
      await insert(world(), 'invitations', [invitation('kept', 1), invitation('gone', -1)]);
      await sweep(world().platform);
      assert.deepEqual(await column(world(), 'invitations', 'code_hash'), ['kept']);
    });

    it('removes tokens 30 days after they expired', async () => {
      const token = (description: string, expires_at: string | null) => ({
        id: newId(),
        account_id: ada.account.id,
        app_id: null,
        hash: description,
        scope: 'read' as const,
        description,
        expires_at,
        last_used_at: null,
        created_at: at(-100 * day),
      });
      await insert(world(), 'tokens', [
        token('kept: never expires', null),
        token('kept: expired lately', at(-30 * day + 1)),
        token('kept: not expired', at(1)),
        token('gone', at(-30 * day - 1)),
      ]);
      await sweep(world().platform);
      const left = (await column(world(), 'tokens', 'description')).filter(Boolean);
      assert.deepEqual(left, ['kept: expired lately', 'kept: never expires', 'kept: not expired']);
    });

    it('removes audit events after a year', async () => {
      const event = (action: string, created: number) => ({
        id: newId(),
        team_id: team.id,
        action,
        target_kind: 'team',
        target_id: team.id,
        target_name: 'harbour',
        user_id: null,
        user_email: null,
        token_id: null,
        address: null,
        request_id: null,
        details: '{}',
        created_at: at(created),
      });
      await insert(world(), 'audit_events', [event('kept', -365 * day + 1), event('gone', -365 * day - 1)]);
      await sweep(world().platform);
      const left = await column(world(), 'audit_events', 'action');
      assert.deepEqual([left.includes('kept'), left.includes('gone')], [true, false]);
    });

    it('removes idempotency keys after a day', async () => {
      const used = (key: string, created: number) => ({
        owner: ada.account.id,
        key,
        fingerprint: '',
        answer: null,
        created_id: null,
        created_at: at(created),
      });
      await insert(world(), 'idempotency_keys', [used('kept', -day + 1), used('gone', -day - 1)]);
      await sweep(world().platform);
      assert.deepEqual(await column(world(), 'idempotency_keys', 'key'), ['kept']);
    });

    it('removes rate limits that are full', async () => {
      await insert(world(), 'rate_limits', [
        { key: 'kept', full_at: start + 1 },
        { key: 'gone', full_at: start - 1 },
      ]);
      await sweep(world().platform);
      assert.deepEqual(await column(world(), 'rate_limits', 'key'), ['kept']);
    });

    it('keeps the newest 500 releases of each app', async () => {
      const { api } = world();
      const many = await api.ok('createApp', { token: ada.token, body: { name: 'many-releases' } });
      const few = await api.ok('createApp', { token: ada.token, body: { name: 'few-releases' } });
      const release = (app_id: string, version: number) => ({
        id: newId(),
        app_id,
        version,
        status: 'succeeded' as const,
        description: '',
        config: '',
        user_id: null,
        user_email: null,
        failure_reason: null,
        created_at: at(0),
        updated_at: at(0),
      });
      for (const [app, last] of [
        [many.id, 503],
        [few.id, 3],
      ] as const) {
        await insert(
          world(),
          'releases',
          Array.from({ length: last }, (_, n) => release(app, n + 1)),
        );
        await world().platform.database.transact((tx) =>
          tx.updateTable('apps').set({ last_release: last }).where('id', '=', app).execute(),
        );
      }
      await sweep(world().platform);
      assert.deepEqual(await versions(many.id), { count: 500, oldest: 4 });
      assert.deepEqual(await versions(few.id), { count: 3, oldest: 1 });
    });

    async function versions(app: string): Promise<{ count: number; oldest: number }> {
      const rows = await world()
        .platform.database.read.selectFrom('releases')
        .select('version')
        .where('app_id', '=', app)
        .execute();
      return { count: rows.length, oldest: Math.min(...rows.map((row) => row.version)) };
    }
  },
  { clock: { now: () => new Date(start) } },
);

function at(milliseconds: number): string {
  return new Date(start + milliseconds).toISOString();
}

/** One by one would be slow, all at once is more values than a statement may have. */
async function insert<T extends keyof Tables>(
  { platform }: World,
  table: T,
  rows: Tables[T][],
): Promise<void> {
  await platform.database.transact(async (tx) => {
    for (let n = 0; n < rows.length; n += 100) {
      await tx
        .insertInto(table)
        .values(rows.slice(n, n + 100) as never)
        .execute();
    }
  });
}

async function column<T extends keyof Tables>({ platform }: World, table: T, name: keyof Tables[T] & string) {
  const rows = await platform.database.read
    .selectFrom(table as 'tokens')
    .selectAll()
    .execute();
  return rows.map((row) => (row as unknown as Record<string, string>)[name]!).sort();
}
