import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiClient } from '../harness/api-client.ts';
import { adminToken, type KedgeProcess, startKedge } from '../harness/kedge-process.ts';
import { temporaryDirectory } from '../harness/temporary.ts';

const rounds = 3 * Number(process.env.KEDGE_TEST_ROUNDS ?? 1);
const seed = Number(process.env.KEDGE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const writersAtOnce = 40;
const apps = Array.from({ length: 8 }, (_, n) => `crash-app-${n}`);
const token = adminToken;

/** Everything that the server said it had done. */
interface Acknowledged {
  /** The value of each app's key, as last acknowledged. */
  values: Map<string, number>;
  teams: Set<string>;
  writes: number;
}

describe('a process that is killed in the middle of writes', () => {
  it(`keeps every acknowledged one and no half one (seed ${seed})`, async (t) => {
    const random = seeded(seed);
    const { path: home, remove } = temporaryDirectory();
    t.after(remove);
    const env = { KEDGE_RATE_LIMIT: '1000000000' };
    const known: Acknowledged = { values: new Map(), teams: new Set(), writes: 0 };

    let kedge = await startKedge({ home, env });
    t.after(() => kedge.end('SIGKILL'));
    for (const name of apps) await new ApiClient(kedge.url).ok('createApp', { token, body: { name } });
    for (let round = 0; round < rounds; round += 1) {
      await writeUntilKilled(kedge, known, round, 500 + Math.floor(random() * 1500));
      kedge = await startKedge({ home, env });
      await expectEverything(new ApiClient(kedge.url), known);
    }
    await kedge.end('SIGTERM');
    t.diagnostic(`${rounds} kills, ${known.writes} acknowledged writes, all there`);
  });
});

/** Many clients write as fast as they are answered; after so many answers the process is killed. */
async function writeUntilKilled(
  kedge: KedgeProcess,
  known: Acknowledged,
  round: number,
  killAfter: number,
): Promise<void> {
  const api = new ApiClient(kedge.url);
  const target = known.writes + killAfter;
  let killed: Promise<unknown> | undefined;
  let serial = 0;
  const writer = async (n: number) => {
    while (!killed) {
      serial += 1;
      try {
        if (n % 4 === 0) await createTeam(api, known, `crew-${round}-${serial}`);
        else await raiseCounter(api, known, n % apps.length, `COUNT_${n}`);
      } catch (error) {
        if (!killed && kedge.child.exitCode === null && kedge.child.signalCode === null) throw error;
        return;
      }
      if (known.writes >= target) killed ??= kedge.end('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: writersAtOnce }, (_, n) => writer(n)));
  await killed;
}

async function createTeam(api: ApiClient, known: Acknowledged, name: string): Promise<void> {
  await api.ok('createTeam', { token, body: { name } });
  known.teams.add(name);
  known.writes += 1;
}

/** Two keys that always change together: a half write would show one without the other. */
async function raiseCounter(api: ApiClient, known: Acknowledged, app: number, key: string): Promise<void> {
  const name = `${apps[app]} ${key}`;
  const value = (known.values.get(name) ?? 0) + 1;
  const body = { [key]: String(value), [`${key}_TWIN`]: String(value) };
  await api.ok('updateConfigVars', { token, params: { app: apps[app]! }, body });
  known.values.set(name, value);
  known.writes += 1;
}

async function expectEverything(api: ApiClient, known: Acknowledged): Promise<void> {
  for (const app of apps) {
    const params = { app };
    const vars: Record<string, string> = await api.ok('getConfigVars', { token, params });
    for (const [name, acknowledged] of known.values) {
      const [owner, key = ''] = name.split(' ');
      if (owner !== app) continue;
      const found = Number(vars[key]);
      assert.ok(
        found === acknowledged || found === acknowledged + 1,
        `${name} is ${found}, ${acknowledged} was acknowledged`,
      );
      assert.equal(vars[`${key}_TWIN`], vars[key], `${name} was written by half`);
      known.values.set(name, found);
    }
    const releases = await api.ok('listReleases', { token, params });
    const changes = Object.keys(vars)
      .filter((key) => !key.endsWith('_TWIN'))
      .reduce((sum, key) => sum + Number(vars[key]), 0);
    assert.equal(
      releases[0]?.version ?? 0,
      changes,
      `${app} has a change without its release, or the other way round`,
    );
    assert.equal(releases.length, changes, `${app} has a gap in its releases`);
  }
  const teams: { name: string }[] = await api.ok('listTeams', { token });
  const names = new Set(teams.map((team) => team.name));
  const namespaces: { name: string }[] = await api.ok('listNamespaces', { token });
  assert.deepEqual(
    new Set(namespaces.map((namespace) => namespace.name)),
    names,
    'a team without its namespace',
  );
  for (const name of known.teams) assert.ok(names.has(name), `${name} was acknowledged and is gone`);
}

function seeded(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
