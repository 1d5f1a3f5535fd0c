import { after, before, describe } from 'node:test';
import { createWorld, databaseKinds, type World, type WorldOptions } from './world.ts';

/** Runs the suite on SQLite and on PostgreSQL, each with a world of its own that `world()` gives. */
export function onBothDatabases(
  name: string,
  suite: (world: () => World) => void,
  options: WorldOptions = {},
): void {
  for (const database of databaseKinds) {
    describe(`${name} on ${database}`, () => {
      let world: World;
      before(async () => {
        world = await createWorld({ ...options, database });
      });
      after(() => world.close());
      suite(() => world);
    });
  }
}
