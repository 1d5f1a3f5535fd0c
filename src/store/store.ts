import { AsyncLocalStorage } from 'node:async_hooks';
import type { Compilable, CompiledQuery, Kysely, Transaction } from 'kysely';
import { KedgeError } from '../base/errors.ts';
import type { Connections, Prepared } from './connections.ts';
import { lostAgainstAnother } from './violations.ts';

export interface Store<DB> {
  readonly kind: 'sqlite' | 'postgres';

  /** The last committed state. Writes happen in `transact` and nowhere else. */
  readonly read: Kysely<DB>;

  /** Answers a query that was built once: for what every request asks, building costs more than the answer. */
  run<Row>(query: PreparedQuery<DB, Row>, values: Record<string, unknown>): Promise<Row[]>;

  /**
   * Runs `work` in one transaction and commits it durably before the promise resolves. A `transact` inside another
   * joins it, so that a use case can be made part of something larger. `work` runs again where the database gave up
   * this transaction for the sake of another one, so it touches nothing else.
   */
  transact<T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T>;

  /** Rejects when the database cannot serve. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Stands for a value that comes when the query is run. */
export type Param = <T = string>(name: string) => T;

export interface PreparedQuery<DB, Row> {
  build(db: Kysely<DB>, param: Param): Compilable<Row>;
}

export function createStore<DB>(connections: Connections): Store<DB> {
  const read = connections.reader as Kysely<DB>;
  const write = connections.writer as Kysely<DB>;
  const current = new AsyncLocalStorage<Transaction<DB>>();
  const prepared = new Map<object, Prepared>();

  return {
    kind: connections.kind,
    read,
    run<Row>(query: PreparedQuery<DB, Row>, values: Record<string, unknown>) {
      let compiled = prepared.get(query);
      if (!compiled) {
        compiled = prepare(query.build(read, placeholder).compile());
        prepared.set(query, compiled);
      }
      return connections.run(compiled, values) as Promise<Row[]>;
    },
    async transact(work) {
      const outer = current.getStore();
      if (outer) return work(outer);
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await write.transaction().execute((tx) => current.run(tx, () => work(tx)));
        } catch (error) {
          if (attempt === attempts || !lostAgainstAnother(error)) throw error;
        }
      }
    },
    async ping() {
      try {
        await connections.ping();
      } catch (cause) {
        throw new KedgeError('unavailable', 'The database does not answer.', { retryAfter: 5, cause });
      }
    },
    close: () => connections.close(),
  };
}

const attempts = 4;

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const placeholder: Param = (name) => new Placeholder(name) as never;

function prepare({ sql, parameters }: CompiledQuery): Prepared {
  const names = parameters.flatMap((parameter) => (parameter instanceof Placeholder ? [parameter.name] : []));
  return {
    sql,
    names: [...new Set(names)],
    bind: (values) =>
      parameters.map((parameter) => (parameter instanceof Placeholder ? values[parameter.name] : parameter)),
  };
}
