import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: the store knows no table
export type AnyKysely = Kysely<any>;

/** A read that was compiled once. */
export interface Prepared {
  readonly sql: string;
  /** The values that it needs, each once. */
  readonly names: readonly string[];
  bind(values: Record<string, unknown>): unknown[];
}

/** What a database brings: the one thing that differs between SQLite and PostgreSQL. */
export interface Connections {
  readonly kind: 'sqlite' | 'postgres';
  /** Never waits for a transaction that is under way. */
  readonly reader: AnyKysely;
  readonly writer: AnyKysely;
  run(query: Prepared, values: Record<string, unknown>): Promise<unknown[]>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
