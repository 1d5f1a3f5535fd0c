import type { SelectQueryBuilder } from 'kysely';
import { invalidParams } from '../base/errors.ts';

export interface PageRequest {
  limit?: number;
  cursor?: string;
}

export interface Page<T> {
  items: T[];
  /** Where the next page begins; undefined on the last one. */
  next: string | undefined;
}

export interface PageOrder<Row> {
  /** The column, which must be unique among the rows and indexed. */
  key: string;
  type?: 'text' | 'integer';
  of: (row: Row) => string | number;
  newestFirst?: boolean;
}

/**
 * Everything, or with `limit` one page: keys are compared, not counted, so that a page costs the same wherever it is
 * and nothing is skipped or shown twice when rows come and go meanwhile.
 */
export async function fetchPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: PageRequest,
  order: PageOrder<Row>,
): Promise<Page<Row>> {
  const { newestFirst = false } = order;
  const key = order.key as never;
  let sorted = query.orderBy(key, newestFirst ? 'desc' : 'asc');
  if (page.cursor !== undefined)
    sorted = sorted.where(key, newestFirst ? '<' : '>', decode(page.cursor, order.type ?? 'text') as never);
  if (page.limit === undefined) return { items: await sorted.execute(), next: undefined };

  const rows = await sorted.limit(page.limit + 1).execute();
  const items = rows.slice(0, page.limit);
  const last = items.at(-1);
  const next = rows.length > page.limit && last !== undefined ? encode(order.of(last)) : undefined;
  return { items, next };
}

export function mapPage<A, B>(page: Page<A>, convert: (item: A) => B): Page<B> {
  return { items: page.items.map(convert), next: page.next };
}

function encode(key: string | number): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function decode(cursor: string, type: 'text' | 'integer'): string | number {
  const key = parse(cursor);
  if (type === 'text' && typeof key === 'string' && !key.includes('\0')) return key;
  if (type === 'integer' && Number.isInteger(key) && Math.abs(key as number) < 2 ** 31) return key as number;
  throw invalidParams({ cursor: 'is not one that this API gave' });
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
