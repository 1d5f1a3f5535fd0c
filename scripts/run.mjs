// The door of every npm script. Runs under whatever Node the machine has (20 or later), installs what the lock file
// names when that is not installed yet, and hands over to the Node that Kedge is written for.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.kedge-installed');
const lock = join(root, '.installing');
const node = join(modules, '.bin', 'node');

if (!isInstalled()) await install();
handOver(process.argv.slice(2));

function isInstalled() {
  return existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted();
}

function wanted() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'scripts/prepare.ts']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

async function install() {
  const release = await holdLock();
  try {
    if (isInstalled()) return;
    process.stderr.write('Installing what Kedge needs (once, a minute or so) …\n');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    if (!existsSync(node)) {
      fail(
        `There is no Node 26 package for ${process.platform}-${process.arch}: Kedge runs on Linux (x64, arm64) and macOS (arm64).`,
      );
    }
    run(node, [join(root, 'scripts', 'prepare.ts')]);
    writeFileSync(stamp, wanted());
  } finally {
    release();
  }
}

/** Two first runs at once would install over each other. A lock that its owner left behind is taken over. */
async function holdLock() {
  const owner = join(lock, 'pid');
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(owner, String(process.pid));
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`${root} cannot be written (${error.code}).`);
      if (!isRunning(owner)) rmSync(lock, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}

function isRunning(owner) {
  try {
    process.kill(Number(readFileSync(owner, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error) fail(`${command} cannot be run (${error.code}).`);
  if (status !== 0) fail(`${command} ${args[0]} failed: what it said stands above.`);
}

function fail(sentence) {
  rmSync(lock, { recursive: true, force: true });
  process.stderr.write(`kedge: ${sentence}\n`);
  process.exit(1);
}

function handOver(args) {
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.compiled'),
  };
  if (typeof process.execve === 'function') process.execve(node, [node, ...args], env);
  const child = spawn(node, args, { stdio: 'inherit', env });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
