import type { Server } from 'node:http';
import type { Log } from '../base/log.ts';
import { type Repeating, repeat } from './repeat.ts';

const lookEveryMs = 1_000;
const quietLooks = 3;

/**
 * Gives memory back once nobody has asked for anything for a few seconds: V8 collects when it allocates, so a busy
 * minute would otherwise be kept through a quiet night. Needs Node's --expose-gc, and does nothing without it.
 */
export function restWhenIdle(log: Log, server: Server): Repeating {
  let requests = 0;
  let seen = 0;
  let rested = 0;
  let quiet = 0;
  server.on('request', () => {
    requests += 1;
  });
  return repeat(log, lookEveryMs, async () => {
    quiet = requests === seen ? quiet + 1 : 0;
    seen = requests;
    if (quiet < quietLooks || requests === rested) return;
    rested = requests;
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  });
}
