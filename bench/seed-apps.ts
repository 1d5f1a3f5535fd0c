import { setImmediate } from 'node:timers/promises';
import { authenticateToken } from '../src/auth/tokens/authenticate-token.ts';
import { silentLog } from '../src/base/log.ts';
import { deriveAddresses } from '../src/daemon/addresses.ts';
import { readConfig } from '../src/daemon/config.ts';
import { makeFirstAccount } from '../src/daemon/first-start.ts';
import { openPlatform } from '../src/daemon/open-platform.ts';
import { createApp } from '../src/platform/apps/create-app.ts';
import { findPersonalTeam } from '../src/platform/teams/team-rows.ts';

const appsPerTransaction = 250;

export function appName(index: number): string {
  return `app-${String(index).padStart(5, '0')}`;
}

/** Fills a home that no server runs on yet, by the use cases themselves. The token belongs to the owner of the apps. */
export async function seedApps(
  home: string,
  token: string,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  const config = readConfig({ KEDGE_HOME: home, KEDGE_ADMIN_TOKEN: token }, { root: false });
  const platform = await openPlatform(config, deriveAddresses(config, config.port), silentLog);
  const { database } = platform;
  try {
    await makeFirstAccount(platform, config);
    const caller = await authenticateToken(platform, token, { address: null, requestId: null });
    const team = (await findPersonalTeam(database.read, caller.account.id))!;
    for (let first = 0; first < count; first += appsPerTransaction) {
      // SQLite answers without ever giving way, and an interruption must be seen in between.
      await setImmediate();
      signal.throwIfAborted();
      await database.transact(async () => {
        const end = Math.min(first + appsPerTransaction, count);
        for (let index = first; index < end; index++)
          await createApp(platform, caller, team, { name: appName(index) });
      });
    }
  } finally {
    await database.close();
  }
}
