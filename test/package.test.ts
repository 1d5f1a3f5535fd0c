import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import packageJson from '../package.json' with { type: 'json' };

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const installWithinMs = 300_000;
const startWithinMs = 60_000;

/** As in a shell: the machine's own programs, none of the checkout's. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((directory) => !/node_modules[/\\]\.bin$/.test(directory))
  .join(delimiter);

const temporary = mkdtempSync(join(tmpdir(), 'kedge-package-'));
const built = join(temporary, 'package');
const prefix = join(temporary, 'prefix');
const home = join(temporary, 'home');
const kedge = join(prefix, 'node_modules', '.bin', 'kedge');

/** An older Node, as far as the launcher can tell. */
const older = [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    "delete process.execve; Object.defineProperty(process, 'versions', { value: { node: '20.0.0' } });",
  )}`,
];

const running = new Set<Server>();
after(cleanUp);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    cleanUp();
    process.kill(process.pid, signal);
  });
}

suite('the package', { timeout: installWithinMs + 6 * startWithinMs }, () => {
  before(async () => {
    await run(process.execPath, [join(root, 'scripts', 'build.ts'), built], { timeout: startWithinMs });
    for (const directory of [prefix, home]) mkdirSync(directory);
    const tarball = await pack();
    await npm('install', '--prefix', prefix, tarball, '--prefer-offline', '--no-audit', '--no-fund');
  });

  test('names what it is and the Node that it needs, and nothing else to install', () => {
    const manifest = JSON.parse(readFileSync(join(prefix, 'node_modules', 'kedge', 'package.json'), 'utf8'));
    assert.equal(manifest.name, packageJson.name);
    assert.equal(manifest.version, packageJson.version);
    assert.deepEqual(manifest.optionalDependencies, packageJson.optionalDependencies);
    assert.equal(manifest.dependencies, undefined);
  });

  test('gives Node the flags of npm start', () => {
    const launcher = readFileSync(join(built, 'bin', 'kedge.mjs'), 'utf8');
    const flags = packageJson.scripts.start.match(/--\S+/g) ?? [];
    assert.ok(flags.length > 0);
    for (const flag of flags) assert.ok(launcher.includes(`'${flag}'`), flag);
  });

  test('answers kedge version and kedge help', async () => {
    assert.equal((await command([kedge, 'version'])).stdout, `${packageJson.version}\n`);
    assert.match((await command([kedge, 'help'])).stdout, /kedge serve/);
  });

  test('keeps the exit code', async () => {
    for (const launcher of [[kedge], [process.execPath, kedge], [process.execPath, ...older, kedge]]) {
      const { code, stderr } = await command([...launcher, 'no-such-command']);
      assert.equal(code, 2);
      assert.match(stderr, /^kedge: "no-such-command" is not a command/);
    }
  });

  test('without its Node runs on a running Node that is new enough, else says what is missing', async () => {
    const bare = join(built, 'bin', 'kedge.mjs');
    assert.equal((await command([process.execPath, bare, 'version'])).stdout, `${packageJson.version}\n`);
    const { code, stderr } = await command([process.execPath, ...older, bare, 'version']);
    assert.equal(code, 1);
    assert.match(stderr, /^kedge: The package node-\S+ with Node 26 is not installed: [^.]+\.\n$/);
  });

  test('loads the PostgreSQL client when a URL is given', async () => {
    const { code, stderr } = await command([kedge, 'serve'], {
      KEDGE_HOME: join(temporary, 'data-postgres'),
      KEDGE_PORT: '0',
      KEDGE_DATABASE_URL: 'postgres://kedge@127.0.0.1:1/kedge',
    });
    assert.equal(code, 1);
    assert.match(stderr, /does not answer \(ECONNREFUSED\)/);
  });

  const launchers = {
    "the machine's Node": [kedge],
    'a Node that can become another': [process.execPath, kedge],
    'a Node that cannot': [process.execPath, ...older, kedge],
  };
  for (const [index, [name, launcher]] of Object.entries(launchers).entries()) {
    test(`serves and stops when started by ${name}`, { timeout: startWithinMs }, async () => {
      const server = start(launcher, join(temporary, `data-${index}`));
      running.add(server);
      const banner = await server.ready;
      const api = printed(banner, /^ {2}API +(http\S+)$/m);
      const token = printed(banner, /^ {2}Token +(\S+)$/m);
      const docs = printed(banner, /^ {2}API docs +(http\S+)$/m);
      const user = printed(banner, /^ {2}API docs +user (\S+), /m);
      const password = printed(banner, /, password (\S+)$/m);

      const created = await fetch(`${api}/apps`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'hello-kedge' }),
      });
      assert.equal(created.status, 201);
      assert.equal(((await created.json()) as { name: string }).name, 'hello-kedge');

      const ready = await fetch(new URL('/readyz', api));
      assert.equal(ready.status, 200);
      assert.equal(((await ready.json()) as { status: string }).status, 'ok');

      const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
      const script = await fetch(`${docs}/scalar.js`, { headers: { authorization } });
      assert.equal(script.status, 200);
      const original = gunzipSync(readFileSync(join(root, 'assets', 'scalar.js.gz')));
      assert.ok(original.equals(Buffer.from(await script.arrayBuffer())));

      assert.deepEqual(await server.stop(), { code: 0, signal: null });
    });
  }
});

function cleanUp(): void {
  for (const server of running) server.kill();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
}

async function pack(): Promise<string> {
  const { stdout } = await npm('pack', built, '--pack-destination', temporary, '--json');
  const [{ filename }] = JSON.parse(stdout);
  return join(temporary, filename);
}

/** With an empty home, but the cache and the registry of whoever runs the test. */
async function npm(...args: string[]): Promise<{ stdout: string }> {
  const setting = async (name: string) =>
    (await run('npm', ['config', 'get', name], { cwd: root })).stdout.trim();
  const env = {
    ...process.env,
    PATH: path,
    HOME: home,
    npm_config_cache: await setting('cache'),
    npm_config_userconfig: await setting('userconfig'),
  };
  return run('npm', [...args, '--loglevel=error'], { cwd: temporary, env, timeout: installWithinMs });
}

/** Only what an ordinary shell would have, so that nothing of the checkout or of the test runner leaks in. */
function environment(more: Record<string, string>): Record<string, string> {
  return { PATH: path, HOME: home, ...more };
}

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

async function command([file, ...args]: string[], more: Record<string, string> = {}): Promise<Outcome> {
  try {
    const options = { cwd: temporary, env: environment(more), timeout: startWithinMs };
    return { code: 0, ...(await run(file!, args, options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as Outcome;
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}

interface Server {
  /** What was printed until it was ready. */
  ready: Promise<string>;
  stop(): Promise<{ code: number | null; signal: string | null }>;
  kill(): void;
}

function start([file, ...args]: string[], data: string): Server {
  // A group of its own, so that a launcher that lost its server can still be cleaned up after.
  const child = spawn(file!, [...args, 'serve'], {
    cwd: temporary,
    env: environment({ KEDGE_HOME: data, KEDGE_PORT: '0' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const exited = once(child, 'exit');
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      if (stdout.includes('Kedge is ready\n')) resolve(stdout);
    });
    exited.then(
      ([code]) => reject(new Error(`it ended with ${code} before it was ready: ${stderr}`)),
      reject,
    );
  });
  return {
    ready,
    async stop() {
      child.kill('SIGTERM');
      const [code, signal] = await exited;
      return { code, signal };
    },
    kill() {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    },
  };
}

function printed(banner: string, pattern: RegExp): string {
  const [, value] = pattern.exec(banner) ?? [];
  assert.ok(value, `the banner shows ${pattern}`);
  return value;
}
