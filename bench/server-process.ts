import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };

export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
}

export interface ServerCommand {
  /** What Node runs, with its arguments. */
  args: string[];
  env?: Record<string, string>;
  /** Where stderr goes. A file, as in production: writing the log is part of what a request costs. */
  logFile: string;
  /** Another Node than this one. */
  node?: string;
}

/** As `npm start` has them. */
const nodeFlags = packageJson.scripts.start.match(/--\S+/g) ?? [];
const root = fileURLToPath(new URL('..', import.meta.url));
const compileCache = join(root, 'node_modules', '.compiled');
const startWithinMs = 20_000;
const stopWithinMs = 5_000;

/** Resolves when the server has printed its address and that it is ready. */
export async function startServer(command: ServerCommand, signal: AbortSignal): Promise<ServerProcess> {
  signal.throwIfAborted();
  const log = openSync(command.logFile, 'a');
  const child = spawn(command.node ?? process.execPath, [...nodeFlags, ...command.args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compileCache, ...ownEnvironment(), ...command.env },
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  const killAtExit = () => child.kill('SIGKILL');
  process.on('exit', killAtExit);
  child.on('exit', () => process.off('exit', killAtExit));
  try {
    const port = await announcedPort(child, signal);
    return { pid: child.pid!, port, [Symbol.asyncDispose]: () => stop(child) };
  } catch (error) {
    await stop(child);
    const said = readFileSync(command.logFile, 'utf8').slice(-2000);
    throw new Error(`${command.args.join(' ')} did not start:\n${said}`, { cause: error });
  }
}

/** Without the settings of a Kedge that the developer runs. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KEDGE_')));
}

function announcedPort(child: ChildProcess, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let said = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const port = /127\.0\.0\.1:(\d+)[\s\S]* ready\n/.exec(said)?.[1];
    if (port !== undefined) resolve(Number(port));
  });
  child.on('error', reject);
  child.on('exit', (code, by) => reject(new Error(`it ended with ${by ?? code}`)));
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  const giveUp = setTimeout(() => reject(new Error('it took too long')), startWithinMs);
  return promise.finally(() => {
    clearTimeout(giveUp);
    signal.removeEventListener('abort', abort);
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await promise;
  clearTimeout(force);
}
