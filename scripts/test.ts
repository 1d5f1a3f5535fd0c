// npm test [-- FILE…]: brings what the tests need beside npm packages, runs them all, and ends with node's summary.
// npm run test:soak -- --rounds N [FILE…]: the same tests, with N times as many rounds of each fault.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.ts';

const { values, positionals } = parseArgs({
  options: { soak: { type: 'boolean', default: false }, rounds: { type: 'string', default: '10' } },
  allowPositionals: true,
});

bringDebianPackages();
const postgres = await startPostgres();
const files =
  positionals.length > 0 ? positionals : globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).sort();
const child = spawn(process.execPath, ['--test', '--test-concurrency=2', ...files], {
  stdio: 'inherit',
  env: {
    ...process.env,
    KEDGE_TEST_POSTGRES: postgres.url,
    KEDGE_TEST_ROUNDS: values.soak ? values.rounds : '1',
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)));
await postgres.stop();
process.exitCode = code;

/** A browser, with fonts for both languages. Only root can install it; the browser's tests say so when it is missing. */
function bringDebianPackages(): void {
  const wanted = { chromium: '/usr/bin/chromium', 'fonts-noto-cjk': '/usr/share/fonts/opentype/noto' };
  const missing = Object.entries(wanted)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`Not here, and only root can install them: ${missing.join(', ')}.`);
    return;
  }
  console.error(`Installing ${missing.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...missing]]) {
    const { status } = spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
    if (status !== 0) console.error(`apt-get ${args[0]} failed; the tests that need it will say so.`);
  }
}
