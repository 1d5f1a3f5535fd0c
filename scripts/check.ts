// npm run check: types, then format and lint, then the architecture. All three run; any that fails fails the whole.
import { spawnSync } from 'node:child_process';

const checks = {
  types: ['node_modules/typescript/bin/tsc'],
  'format and lint': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  architecture: ['--test', '--test-reporter=dot', 'test/architecture.test.ts'],
};

const failed = Object.entries(checks).filter(([name, args]) => {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name}`);
  return status !== 0;
});
process.exitCode = failed.length > 0 ? 1 : 0;
