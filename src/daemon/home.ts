import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdExclusively } from '../store/exclusive-file.ts';
import { ConfigError } from './config.ts';

/**
 * Makes the directory and holds it for this process alone. Its files are the owner's; others may pass through it, as
 * the sandboxes of apps must, but not look around.
 */
export function holdHome(home: string): { release(): void } {
  process.umask(0o077);
  try {
    mkdirSync(home, { recursive: true });
    chmodSync(home, 0o711);
    const pidFile = join(home, 'kedge.pid');
    const lock = holdExclusively(join(home, 'kedge.lock'));
    if (!lock) {
      throw new ConfigError(
        `Another Kedge${runningPid(pidFile)} already runs on ${home}: stop it first, or set KEDGE_HOME to another directory.`,
      );
    }
    writeFileSync(pidFile, `${process.pid}\n`);
    return lock;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new ConfigError(
      `KEDGE_HOME is ${home}, which cannot be written (${reason}): choose a directory that can.`,
    );
  }
}

function runningPid(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
