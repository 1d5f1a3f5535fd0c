import type { Log } from '../base/log.ts';

export interface Repeating {
  /** Waits for a round that is under way. */
  stop(): Promise<void>;
}

/** Runs `work` again and again, never twice at once. A round that fails is logged, and the next one tries again. */
export function repeat(log: Log, everyMs: number, work: () => Promise<void>): Repeating {
  let round: Promise<void> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    round = work()
      .catch((error) => log.warn({ err: error }, 'a background task failed'))
      .finally(() => {
        busy = false;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
