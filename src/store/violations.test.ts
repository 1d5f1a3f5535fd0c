import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { onEmptyDatabases } from '../../test/harness/empty-databases.ts';
import type { Connections } from './connections.ts';
import { brokenReference, brokenUnique, isUnreachable, lostAgainstAnother } from './violations.ts';

onEmptyDatabases('a broken constraint', (empty) => {
  let connections: Connections;
  before(async () => {
    connections = await (await empty()).open();
    for (const statement of [
      'create table owners (id text primary key not null, email text not null unique)',
      `create table things (
        owner text not null references owners (id) on delete restrict,
        number integer not null check (number > 0),
        parent text references owners (id),
        unique (owner, number))`,
      'create table pairs (one text not null, two text not null, primary key (one, two))',
      "insert into owners values ('a', 'a@example.com'), ('b', 'b@example.com')",
      "insert into things values ('a', 1, 'b')",
      "insert into pairs values ('x', 'y')",
    ]) {
      await execute(statement);
    }
  });

  for (const [statement, columns] of Object.entries({
    "insert into owners values ('c', 'a@example.com')": 'owners.email',
    "insert into owners values ('a', 'c@example.com')": 'owners.id',
    "update owners set email = 'b@example.com' where id = 'a'": 'owners.email',
    "insert into things values ('a', 1, null)": 'things.owner,number',
    "insert into pairs values ('x', 'y')": 'pairs.one,two',
  })) {
    it(`is named: ${columns} by ${statement}`, async () => {
      const error = await errorOf(statement);
      assert.equal(brokenUnique(error), columns);
      assert.equal(brokenReference(error), false);
    });
  }

  for (const statement of [
    "insert into things values ('nobody', 1, null)",
    "insert into things values ('a', 2, 'nobody')",
    "delete from owners where id = 'a'",
    "delete from owners where id = 'b'",
  ]) {
    it(`is a reference: ${statement}`, async () => {
      const error = await errorOf(statement);
      assert.equal(brokenReference(error), true);
      assert.equal(brokenUnique(error), undefined);
    });
  }

  for (const statement of [
    "insert into things values ('a', null, null)",
    "insert into things values ('a', -1, null)",
    'insert into nowhere values (1)',
  ]) {
    it(`is neither: ${statement}`, async () => {
      const error = await errorOf(statement);
      assert.deepEqual(
        [brokenUnique(error), brokenReference(error), isUnreachable(error)],
        [undefined, false, false],
      );
    });
  }

  const execute = (statement: string) => sql.raw(statement).execute(connections.writer);

  async function errorOf(statement: string): Promise<unknown> {
    return execute(statement).then(
      () => assert.fail('it was let through'),
      (error) => error,
    );
  }
});

describe('a database that cannot be reached', () => {
  it('is told from one that answers', () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '57P01', '57P03', '53300', '08006']) {
      assert.equal(isUnreachable(Object.assign(new Error('no'), { code })), true, code);
    }
    assert.equal(isUnreachable(new Error('Connection terminated unexpectedly')), true);
    assert.equal(isUnreachable(new Error('timeout exceeded when trying to connect')), true);
    for (const code of ['23505', '42P01', '57014', 'ERR_SQLITE_ERROR', 'ENOENT']) {
      assert.equal(isUnreachable(Object.assign(new Error('no'), { code })), false, code);
    }
    assert.equal(isUnreachable(new Error('something else')), false);
  });

  it('is one whose file another process holds', () => {
    assert.equal(
      isUnreachable(Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })),
      true,
    );
  });
});

describe('a transaction that was given up for another', () => {
  it('is told from one that failed', () => {
    for (const code of ['40P01', '40001']) assert.equal(lostAgainstAnother({ code }), true);
    for (const code of ['23505', '57014', undefined]) assert.equal(lostAgainstAnother({ code }), false);
  });
});
