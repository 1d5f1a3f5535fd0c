import type { Clock } from '../../base/clock.ts';
import { timestamp } from '../../base/clock.ts';
import type { Database } from '../../platform/database/tables.ts';

/** When each token was last used: noted in memory, since reading must not write, and flushed now and then. */
export class TokenUses {
  readonly #uses = new Map<string, string>();
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  note(tokenId: string): void {
    if (!this.#uses.has(tokenId)) this.#uses.set(tokenId, timestamp(this.#clock));
  }

  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = [...this.#uses].sort();
    await this.#database.transact(async (tx) => {
      for (const [id, at] of uses) {
        await tx.updateTable('tokens').set({ last_used_at: at }).where('id', '=', id).execute();
      }
    });
    for (const [id] of uses) this.#uses.delete(id);
  }
}
