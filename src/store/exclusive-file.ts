import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

/**
 * Holds a file for this process alone until `release` or the process's end, however it ends: the kernel drops the
 * lock with the process. Node offers no file locks of its own; SQLite's are the same system call.
 */
export function holdExclusively(file: string): { release(): void } | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
  return { release: () => lock.close() };
}
