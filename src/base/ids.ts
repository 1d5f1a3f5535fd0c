import { randomUUIDv7 } from 'node:crypto';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids grow with time, so that an index appends and "newest first" is "id descending". */
export function newId(): string {
  return randomUUIDv7();
}

export function isId(text: string): boolean {
  return uuid.test(text);
}
