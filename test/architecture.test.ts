import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { importsOf, type Rule, rules, type Sources } from './architecture-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What each rule must refuse: small trees, each with one thing wrong. */
const broken: Record<keyof typeof rules, Record<string, string>[]> = {
  'every folder is known': [{ 'billing/invoice.ts': '' }, { 'main.ts': '' }, { 'Base/ids.ts': '' }],
  'imports can be read': [
    { 'api/server.ts': 'const route = await import(name);' },
    { 'api/server.ts': "import { x } from '#base/x';" },
    { 'api/server.ts': "import { x } from '/srv/x.ts';" },
    { 'api/server.ts': "import { x } from 'file:///srv/x.ts';" },
  ],
  'imports go downwards': [
    { 'store/store.ts': "import { Platform } from '../platform/platform.ts';" },
    { 'platform/platform.ts': "import type { Server } from '../api/server.ts';" },
    { 'platform/apps/app.ts': "export { takeToken } from '../../auth/tokens/token.ts';" },
    { 'platform/apps/app.ts': "import '../../daemon/wire.ts';" },
    { 'router/router.ts': "const git = await import('../git/push.ts');" },
    { 'router/router.ts': "import {\n  push,\n  type Push,\n} from '../git/push.ts';" },
    { 'api/server.ts': "import { page } from '../dashboard/page.ts';" },
    { 'engine/engine.ts': "import { start } from './local/start.ts';" },
    { 'engine/local/start.ts': "import { pods } from '../kubernetes/pods.ts';" },
    { 'engine/local/start.ts': "import { App } from '../../platform/apps/app.ts';" },
    { 'base/ids.ts': "import { Id } from '../contract/values.ts';" },
    { 'contract/app.ts': "import { newId } from '../base/ids.ts';" },
    { 'base/log.ts': "import { open } from '../store/sqlite.ts';" },
    { 'api/server.ts': "import { until } from '../../test/harness/until.ts';" },
    { 'api/server.ts': "import manifest from '../../package.json' with { type: 'json' };" },
  ],
  'the CLI imports only client, contract and base': [
    { 'cli/main.ts': "import { open } from '../store/sqlite.ts';" },
    { 'cli/commands/git/push.ts': "import { push } from '../../../git/push.ts';" },
  ],
  'no imports in a circle': [
    {
      'api/a.ts': "import './b.ts';",
      'api/b.ts': "import type { C } from './c.ts';",
      'api/c.ts': "import('./a.ts');",
    },
    { 'api/a.ts': "import './a.ts';" },
    {
      'api/a.ts': '',
      'api/b.ts': "import './a.ts';\nimport './c.ts';",
      'api/c.ts': "export { b } from './b.ts';",
    },
  ],
  'the environment is read at the edge': [
    { 'api/server.ts': 'const port = process.env.PORT;' },
    { 'daemon/wire.ts': "const port = process['env'].PORT;" },
    { 'base/log.ts': 'const { env } = process;' },
    { 'cli/commands/apps.ts': "import { env } from 'node:process';" },
  ],
  'only subprocess spawns': [
    { 'git/push.ts': "import { spawn } from 'node:child_process';" },
    { 'git/push.ts': "const { spawn } = await import('child_process');" },
    { 'git/push.test.ts': "import { spawn } from 'node:child_process';" },
  ],
  'no export *': [
    { 'api/index.ts': "export * from './server.ts';" },
    { 'api/index.ts': "export * as server from './server.ts';" },
    { 'api/index.ts': "export type * from './server.ts';" },
  ],
  'base is a closed list': [{ 'base/strings.ts': '' }, { 'base/ids/uuid.ts': '' }],
  'no dumping grounds': [
    { 'api/utils/x.ts': '' },
    { 'platform/apps/helpers/x.ts': '' },
    { 'platform/shared/x.ts': '' },
  ],
};

/** What all rules must let pass. */
const sound = {
  'daemon/main.ts': "import { start } from './wire.ts';\nawait start(process.env);",
  'daemon/wire.ts':
    "const { pid } = process;\nimport { serve } from '../api/server.ts';\nimport '../engine/local/start.ts';",
  'daemon/version.ts': "import manifest from '../../package.json' with { type: 'json' };",
  'api/server.ts':
    "/**\n * process.env is read elsewhere.\n */\nimport { App } from '../platform/apps/app.ts';",
  'api/server.test.ts':
    "import { createWorld } from '../../test/harness/world.ts';\nimport '../daemon/wire.ts';",
  'platform/apps/app.ts': "import { team } from '../teams/team.ts';\nimport pino from 'pino';",
  'platform/teams/team.ts': "import { newId } from '../../base/ids.ts';",
  'engine/local/start.ts': "import type { Engine } from '../engine.ts';\nimport '../../subprocess/spawn.ts';",
  'engine/engine.ts': '',
  'subprocess/spawn.ts': "import { spawn } from 'node:child_process';",
  'cli/main.ts': "import { call } from '../client/call.ts';\nconst home = process.env['HOME'];",
  'client/call.ts': "import { operations } from '../contract/operations.ts';",
  'contract/operations.ts': "import { app } from './app.ts';",
  'contract/app.ts': '',
  'base/ids.ts': '',
  'base/ids.test.ts': "import { newId } from './ids.ts';",
};

describe('the architecture', () => {
  const sources = read('src');

  it('is checked on the real files', () => {
    assert.ok(sources.size > 50 && sources.has('daemon/main.ts'));
    const imports = [...sources.values()].flatMap((text) => importsOf(text));
    const statements = [...sources.values()].flatMap((text) => text.match(/^import\b(?!\.)/gm) ?? []);
    assert.ok(imports.length >= statements.length, 'an import statement was not understood');
  });

  for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, Rule][]) {
    it(`${name}`, () => {
      assert.deepEqual(rule(sources), []);
    });
    it(`${name}: the rule can fail`, () => {
      assert.deepEqual(rule(tree(sound)), []);
      for (const files of broken[name]) assert.equal(rule(tree(files)).length, 1, JSON.stringify(files));
    });
  }

  it('no dumping grounds beside src either', () => {
    for (const folder of ['test', 'bench', 'scripts']) {
      assert.deepEqual(rules['no dumping grounds'](read(folder)), []);
    }
  });
});

function tree(files: Record<string, string>): Sources {
  return new Map(Object.entries(files));
}

function read(folder: string): Sources {
  const cwd = join(root, folder);
  const files = globSync('**/*.ts', { cwd }).sort();
  return new Map(files.map((file) => [file, readFileSync(join(cwd, file), 'utf8')]));
}
