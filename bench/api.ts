import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { applyLoad, type Load } from './load.ts';
import { type Measured, measure, medianOf, medianRatio } from './measure.ts';
import { type Memory, machineCpuSeconds, memoryOf, ownCpuSeconds } from './process-cost.ts';
import { type Budget, describeMachine, formatBudgets, formatRows, isMet, type Row } from './report.ts';
import { appName, seedApps } from './seed-apps.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const token = 'bench-token-of-the-first-account';
const budgets = { readToFloor: 0.5, growth: 1.3, idleMegabytes: 130 };
const few = 10;
const usual = 1_000;
const many = 10_000;
const warmUpSeconds = 5;

/** A place for this run alone, and what stops all of it. */
interface Run {
  directory: string;
  signal: AbortSignal;
}

interface Finding {
  rows: Row[];
  budgets: Budget[];
}

export async function benchApi(signal: AbortSignal): Promise<boolean> {
  if (process.platform !== 'linux') throw new Error('This benchmark reads /proc: it runs on Linux.');
  using cleanup = new DisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'kedge-bench-'));
  cleanup.defer(() => rmSync(directory, { recursive: true, force: true }));
  const run = { directory, signal };

  console.log(`API on SQLite. ${describeMachine()}. About 80 seconds …\n`);
  const disturbance = watchMachine();
  const usualSize = await atUsualSize(run);
  const growth = await fromFewToMany(run);
  const idle = await idleMemory(run);

  const rows = [...usualSize.rows, ...growth.rows];
  const all = [...usualSize.budgets, ...growth.budgets, idle.budget];
  const loadShare = Math.max(...rows.map((row) => row.measured.loadShare));
  console.log(formatRows(rows));
  console.log(
    `\nIdle with 1,000 apps: ${describeMemory(idle.afterStart)}; after some requests ${describeMemory(idle.afterUse)}.` +
      `\nThe load generator took at most ${loadShare.toFixed(2)} of one processor, other programs ${disturbance().toFixed(2)}.\n`,
  );
  console.log(formatBudgets(all));
  return all.every(isMet);
}

async function atUsualSize(run: Run): Promise<Finding> {
  const { signal } = run;
  const app = appName(usual / 2);
  await using servers = new AsyncDisposableStack();
  const kedge = servers.use(await startKedge(run, 'usual', usual));
  const url = `http://127.0.0.1:${kedge.port}`;
  const floor = servers.use(await startFloor(run, url, app, { withHeaders: false }));
  const sameHeaders = servers.use(await startFloor(run, url, app, { withHeaders: true }));
  const read: Load = { request: request('GET', `/apps/${app}`), connections: 16, seconds: 0.6 };
  const list: Load = { request: request('GET', '/apps'), connections: 4, seconds: 2 };
  const change: Load = { request: changes(usual), connections: 8, seconds: 2 };

  const [ofFloor, ofKedge, ofSameHeaders] = await inTurns(
    [floor, kedge, sameHeaders],
    [read, read, read],
    15,
    signal,
  );
  const [ofList] = await inTurns([kedge], [list], 1, signal);
  const [ofChange] = await inTurns([kedge], [change], 1, signal);

  const ratio = medianRatio(ofKedge!, ofFloor!);
  return {
    rows: [
      { what: 'bare Fastify, same bytes', measured: medianOf(ofFloor!) },
      { what: 'GET one app', measured: medianOf(ofKedge!), ratio: { ...ratio, to: 'bare Fastify' } },
      {
        what: 'bare Fastify, same headers too',
        measured: medianOf(ofSameHeaders!),
        ratio: { ...medianRatio(ofSameHeaders!, ofFloor!), to: 'bare Fastify' },
      },
      { what: 'GET list of 1,000 apps', measured: medianOf(ofList!) },
      { what: 'PATCH config vars', measured: medianOf(ofChange!) },
    ],
    budgets: [
      {
        what: 'GET one app, requests per second to the floor',
        value: ratio.perSecond,
        limit: { atLeast: budgets.readToFloor },
      },
    ],
  };
}

async function fromFewToMany(run: Run): Promise<Finding> {
  const { signal } = run;
  await using servers = new AsyncDisposableStack();
  const small = servers.use(await startKedge(run, 'few', few));
  const large = servers.use(await startKedge(run, 'many', many));
  const finding: Finding = { rows: [], budgets: [] };
  const compare = async (what: string, load: (apps: number) => Load, budgeted = true) => {
    const [ofSmall, ofLarge] = await inTurns([small, large], [load(few), load(many)], 7, signal);
    const ratio = medianRatio(ofLarge!, ofSmall!);
    finding.rows.push(
      { what: `${what}, 10 known`, measured: medianOf(ofSmall!) },
      { what: `${what}, 10,000 known`, measured: medianOf(ofLarge!), ratio: { ...ratio, to: '10 known' } },
    );
    if (!budgeted) return;
    const limit = { atMost: budgets.growth };
    finding.budgets.push(
      { what: `${what}, processor time at 10,000 apps to 10`, value: ratio.cpu, limit },
      { what: `${what}, p50 at 10,000 apps to 10`, value: ratio.p50, limit },
    );
  };
  const one = request('GET', `/apps/${appName(few / 2)}`);
  await compare('GET one app', () => ({ request: one, connections: 16, seconds: 0.8 }));
  // Answers are kept while nothing changes: among ten apps every read finds one, among ten thousand hardly any.
  await compare(
    'GET app after app',
    (apps) => ({ request: reads(apps), connections: 16, seconds: 0.8 }),
    false,
  );
  await compare('PATCH config vars', (apps) => ({ request: changes(apps), connections: 8, seconds: 0.8 }));
  return finding;
}

async function idleMemory(run: Run): Promise<{ afterStart: Memory; afterUse: Memory; budget: Budget }> {
  // A program that several processes run is counted in parts: with a copy of its own the server is counted whole.
  const node = join(run.directory, 'node');
  copyFileSync(process.execPath, node);
  await using kedge = await startKedge(run, 'usual', undefined, node);
  const afterStart = memoryOf(kedge.pid);
  const some = { connections: 4, seconds: 5 };
  await applyLoad(kedge.port, { ...some, request: reads(usual), requests: 1000 }, run.signal);
  await applyLoad(kedge.port, { ...some, request: changes(usual), requests: 100 }, run.signal);
  await applyLoad(kedge.port, { ...some, request: request('GET', '/apps'), requests: 5 }, run.signal);
  await setTimeout(8_000, undefined, { signal: run.signal });
  const afterUse = memoryOf(kedge.pid);
  return {
    afterStart,
    afterUse,
    budget: {
      what: 'Idle memory with 1,000 apps',
      value: afterUse.pss,
      unit: ' MB',
      limit: { atMost: budgets.idleMegabytes },
    },
  };
}

/** Warms each server up, then measures one after the other, round by round. Answers with the rounds of each server. */
async function inTurns(
  servers: ServerProcess[],
  loads: Load[],
  rounds: number,
  signal: AbortSignal,
): Promise<Measured[][]> {
  const found: Measured[][] = servers.map(() => []);
  for (const [index, server] of servers.entries()) {
    await measure(server, { ...loads[index]!, seconds: warmUpSeconds }, signal);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [index, server] of servers.entries()) {
      found[index]!.push(await measure(server, loads[index]!, signal));
    }
  }
  return found;
}

/** On a home of that name, which is filled first where a number of apps is given. */
async function startKedge(
  run: Run,
  name: string,
  apps: number | undefined,
  node?: string,
): Promise<ServerProcess> {
  const home = join(run.directory, name);
  if (apps !== undefined) {
    mkdirSync(home);
    await seedApps(home, token, apps, run.signal);
  }
  return startServer(
    {
      args: ['src/daemon/main.ts', 'serve'],
      env: { KEDGE_HOME: home, KEDGE_PORT: '0', KEDGE_RATE_LIMIT: '1000000000', KEDGE_ADMIN_TOKEN: token },
      logFile: join(home, 'kedge.log'),
      ...(node !== undefined && { node }),
    },
    run.signal,
  );
}

async function startFloor(
  run: Run,
  kedgeUrl: string,
  app: string,
  options: { withHeaders: boolean },
): Promise<ServerProcess> {
  const path = `/api/v1/apps/${app}`;
  const answer = await fetch(`${kedgeUrl}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: run.signal,
  });
  if (answer.status !== 200) throw new Error(`Kedge answered ${answer.status}: ${await answer.text()}`);
  const bodyFile = join(run.directory, 'app.json');
  writeFileSync(bodyFile, await answer.text());
  const logFile = join(run.directory, 'floor.log');
  const ours = [...answer.headers].filter(([name]) => /^(request-id|etag|ratelimit-)/.test(name));
  const headers = JSON.stringify(options.withHeaders ? Object.fromEntries(ours) : {});
  return startServer({ args: ['bench/floor.ts', path, bodyFile, headers], logFile }, run.signal);
}

function request(method: string, path: string, body?: object): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const bodyHeaders =
    text && `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  return Buffer.from(
    `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
      `Accept: application/json\r\n${bodyHeaders}\r\n${text}`,
  );
}

/** Every app once, far from the one before, and around again. */
function walk(apps: number): () => number {
  const stride = 3_571;
  let index = 0;
  return () => {
    index = (index + stride) % apps;
    return index;
  };
}

function reads(apps: number): () => Buffer {
  const requests = Array.from({ length: apps }, (_, index) => request('GET', `/apps/${appName(index)}`));
  const next = walk(apps);
  return () => requests[next()]!;
}

/** No value comes twice, so that every request really changes something. */
function changes(apps: number): () => Buffer {
  const next = walk(apps);
  let value = Date.now();
  return () => request('PATCH', `/apps/${appName(next())}/config-vars`, { RELEASED: String(value++) });
}

/** Answers with how many processors everything else took since the call. */
function watchMachine(): () => number {
  const begin = performance.now();
  const others = machineCpuSeconds() - ownCpuSeconds();
  return () => (machineCpuSeconds() - ownCpuSeconds() - others) / ((performance.now() - begin) / 1000);
}

function describeMemory({ pss, anonymous, file }: Memory): string {
  return `PSS ${pss.toFixed(1)} MB (${anonymous.toFixed(1)} anonymous, ${file.toFixed(1)} of files)`;
}
