import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { Role } from '../../contract/values.ts';
import { atLeast, strongestRole } from './roles.ts';

const ascending: Role[] = ['viewer', 'member', 'admin'];

describe('roles', () => {
  it('each include the ones below', () => {
    for (const [mine, role] of ascending.entries()) {
      for (const [asked, needed] of ascending.entries()) {
        assert.equal(atLeast(role, needed), mine >= asked, `${role} for ${needed}`);
      }
    }
  });

  it('add up to the strongest, null counting as none', () => {
    const compiler = new Kysely({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    });
    const query =
      sql`select ${strongestRole('one', 'other')} as role from (select ? as one, ? as other)`.compile(
        compiler,
      );
    const statement = new DatabaseSync(':memory:').prepare(query.sql);
    const ranked = [null, ...ascending];
    for (const [a, one] of ranked.entries()) {
      for (const [b, other] of ranked.entries()) {
        assert.equal(statement.get(one, other)?.role, ranked[Math.max(a, b)], `${one} and ${other}`);
      }
    }
  });
});
