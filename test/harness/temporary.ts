import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory of the test's own, gone with `remove`. */
export function temporaryDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'kedge-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
