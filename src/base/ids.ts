import { randomFillSync } from 'node:crypto';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * A UUID of version 7 that is greater than every one before it in this process, so that an index appends and "newest
 * first" is "id descending" also within a millisecond. Node's own randomUUIDv7 promises no order there.
 */
export function newId(): string {
  const now = Date.now();
  if (now > last.milliseconds) {
    last.milliseconds = now;
    last.count = 0;
  } else if (++last.count > 0xfff) {
    last.milliseconds += 1;
    last.count = 0;
  }
  randomFillSync(random);
  random[0] = (random[0]! & 0x3f) | 0x80;
  const time = last.milliseconds.toString(16).padStart(12, '0');
  const count = last.count.toString(16).padStart(3, '0');
  const tail = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

const last = { milliseconds: 0, count: 0 };
const random = Buffer.alloc(8);

export function isId(text: string): boolean {
  return uuid.test(text);
}
