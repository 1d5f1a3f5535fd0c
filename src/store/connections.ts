import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: the store knows no table
export type AnyKysely = Kysely<any>;

/** What a database brings: the one thing that differs between SQLite and PostgreSQL. */
export interface Connections {
  readonly kind: 'sqlite' | 'postgres';
  /** Never waits for a transaction that is under way. */
  readonly reader: AnyKysely;
  readonly writer: AnyKysely;
  /** Answers a compiled read. */
  run(sql: string, parameters: unknown[]): Promise<unknown[]>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
