import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import type { Connections, Prepared } from './connections.ts';

const busyTimeoutMs = 5000;
const cachedStatements = 500;
const cachedAnswers = 500;
const pageCacheKilobytes = 8192;

/**
 * Two connections to one file: the writer, one transaction at a time, and a reader that a transaction never blocks.
 * WAL with synchronous FULL: what was committed survives a power cut.
 */
export function openSqlite(file: string): Connections {
  const writing = open(file, { readOnly: false });
  const reading = open(file, { readOnly: true });
  const answers = new AnswerCache(reading);
  const forget = () => answers.forget();
  const writer = new Kysely({ dialect: new NodeSqliteDialect(writing, new WriterAdapter(), forget) });
  const reader = new Kysely({ dialect: new NodeSqliteDialect(reading, new ReaderAdapter()) });
  return {
    kind: 'sqlite',
    reader,
    writer,
    run: async (query, values) => answers.get(query, values),
    ping: async () => {
      reading.prepare('select 1').all([]);
    },
    async close() {
      await reader.destroy();
      await writer.destroy();
      reading.close();
      writing.close();
    },
  };
}

function open(file: string, options: { readOnly: boolean }): SqliteDatabase & { close(): void } {
  const database = new DatabaseSync(file, {
    ...options,
    enableForeignKeyConstraints: true,
    timeout: busyTimeoutMs,
  });
  if (!options.readOnly) database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  database.exec(`pragma cache_size = -${pageCacheKilobytes}`);
  const statements = new Map<string, Statement>();
  return {
    close() {
      statements.clear();
      if (database.isOpen) database.close();
    },
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement) return statement;
      statement = new Statement(database.prepare(sql));
      if (statements.size >= cachedStatements) statements.delete(statements.keys().next().value!);
      statements.set(sql, statement);
      return statement;
    },
  };
}

/**
 * The answers of prepared queries, until anything is committed. A commit of this process empties it before its
 * transaction resolves, so that whoever was told of a change sees it; one of another process is noticed by SQLite's own
 * counter, looked at once a millisecond.
 */
class AnswerCache {
  readonly #database: SqliteDatabase;
  /** By query, then by its values. */
  readonly #answers = new Map<Prepared, Map<string, unknown[]>>();
  #version: unknown;
  #checkedAt = 0;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  get(query: Prepared, values: Record<string, unknown>): unknown[] {
    this.#forgetWhatOthersChanged();
    let answers = this.#answers.get(query);
    if (!answers) {
      answers = new Map();
      this.#answers.set(query, answers);
    }
    let key = '';
    for (const name of query.names) key += `${values[name]}\0`;
    let answer = answers.get(key);
    if (!answer) {
      answer = this.#database.prepare(query.sql).all(query.bind(values)) as unknown[];
      if (answers.size >= cachedAnswers) answers.delete(answers.keys().next().value!);
      answers.set(key, answer);
    }
    return answer;
  }

  forget(): void {
    this.#answers.clear();
  }

  #forgetWhatOthersChanged(): void {
    const now = Date.now();
    if (now === this.#checkedAt) return;
    this.#checkedAt = now;
    const [{ data_version }] = this.#database.prepare('pragma data_version').all([]) as [
      { data_version: unknown },
    ];
    if (data_version === this.#version) return;
    this.#version = data_version;
    this.forget();
  }
}

class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;
  readonly #columns: string[];

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.#columns = statement.columns().map((column) => column.name);
    this.reader = this.#columns.length > 0;
    statement.setReturnArrays(true);
  }
  /** Node's own row objects have no fixed shape, and whatever is done with them is slow: rows come as lists instead. */
  all(parameters: readonly unknown[]): unknown[] {
    const rows = this.#statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][];
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (let i = 0; i < values.length; i += 1) row[this.#columns[i]!] = values[i];
      return row;
    });
  }
  run(parameters: readonly unknown[]) {
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }
  iterate(): IterableIterator<unknown> {
    throw new Error('nothing streams rows from SQLite: a page is read whole');
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  readonly #adapter: DialectAdapter;
  readonly #onCommit: () => void;

  constructor(database: SqliteDatabase, adapter: DialectAdapter, onCommit: () => void = () => undefined) {
    super({ database });
    this.#database = database;
    this.#adapter = adapter;
    this.#onCommit = onCommit;
  }
  override createDriver(): Driver {
    return new ImmediateDriver(this.#database, this.#onCommit);
  }
  override createAdapter(): DialectAdapter {
    return this.#adapter;
  }
}

/** Takes the write lock at once: a transaction that reads first could otherwise fail when it comes to write. */
class ImmediateDriver extends SqliteDriver {
  readonly #onCommit: () => void;

  constructor(database: SqliteDatabase, onCommit: () => void) {
    super({ database });
    this.#onCommit = onCommit;
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#onCommit();
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Each read is one synchronous call, so the reader needs no queue in front of it. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
