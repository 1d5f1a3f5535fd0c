import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

export interface KedgeProcess {
  url: string;
  home: string;
  token: string;
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Sends the signal and resolves with the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export interface KedgeOptions {
  home: string;
  env?: Record<string, string>;
  args?: string[];
}

export const adminToken = 'test-admin-token-0123456789';
const main = fileURLToPath(new URL('../../src/daemon/main.ts', import.meta.url));

/** Nothing of the tester's own KEDGE_ settings reaches the process. */
function environment(options: KedgeOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('KEDGE_') && name !== 'NODE_TEST_CONTEXT',
  );
  return {
    ...Object.fromEntries(inherited),
    KEDGE_HOME: options.home,
    KEDGE_PORT: '0',
    KEDGE_ADMIN_TOKEN: adminToken,
    ...options.env,
  };
}

/** A Kedge of its own, as a user starts it: a process. */
export function spawnKedge(options: KedgeOptions): KedgeProcess {
  const child = spawn(process.execPath, [main, ...(options.args ?? ['serve'])], {
    env: environment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1)),
  );
  return {
    child,
    home: options.home,
    token: adminToken,
    get url() {
      return /API +(http\S+)\/api\/v1/.exec(stdout)?.[1] ?? '';
    },
    stdout: () => stdout,
    stderr: () => stderr,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

export async function startKedge(options: KedgeOptions): Promise<KedgeProcess> {
  const kedge = spawnKedge(options);
  await until('Kedge is ready', () => {
    if (kedge.child.exitCode !== null) throw new Error(`it ended: ${kedge.stderr()}`);
    return kedge.stdout().includes('Kedge is ready');
  });
  return kedge;
}

/** Runs a command to its end. */
export async function runKedge(
  options: KedgeOptions,
): Promise<{ code: number | NodeJS.Signals; stdout: string; stderr: string }> {
  const kedge = spawnKedge(options);
  const code = await new Promise<number | NodeJS.Signals>((resolve) =>
    kedge.child.once('close', (exit, signal) => resolve(exit ?? signal ?? 1)),
  );
  return { code, stdout: kedge.stdout(), stderr: kedge.stderr() };
}
