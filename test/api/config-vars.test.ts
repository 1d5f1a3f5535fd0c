import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothDatabases } from '../harness/on-both-databases.ts';

onBothDatabases('config vars', (world) => {
  const appOf = async (name: string) => {
    const person = await world().person(name);
    const app = await world().api.ok('createApp', { token: person.token, body: { name: `${name}-app` } });
    return { token: person.token, params: { app: app.name }, app };
  };

  it('are set, kept, deleted, and each change is a release', async () => {
    const { api } = world();
    const { token, params, app } = await appOf('ada');
    const values = { EMPTY: '', QUOTED: `"'\\`, LINES: 'a\nb', JA: '環境変数', _x1: '🚢' };
    assert.deepEqual(await api.ok('updateConfigVars', { token, params, body: values }), values);
    assert.deepEqual(await api.ok('getConfigVars', { token, params }), values);
    const after = await api.ok('updateConfigVars', {
      token,
      params,
      body: { EMPTY: null, NEW: '1', ABSENT: null },
    });
    assert.deepEqual(after, {
      QUOTED: values.QUOTED,
      LINES: values.LINES,
      JA: values.JA,
      _x1: values._x1,
      NEW: '1',
    });
    assert.deepEqual(await api.ok('updateConfigVars', { token, params, body: { NEW: '1' } }), after);
    await api.ok('deleteConfigVar', { token, params: { ...params, key: 'NEW' } });
    await api.refused('deleteConfigVar', { token, params: { ...params, key: 'NEW' } }, 404, 'not_found');

    const releases = await api.ok('listReleases', { token, params });
    assert.deepEqual(
      releases.map((release: { version: number; description: string; current: boolean }) => [
        release.version,
        release.description,
        release.current,
      ]),
      [
        [3, 'Remove NEW', true],
        [2, 'Set NEW, remove EMPTY', false],
        [1, 'Set EMPTY, QUOTED, LINES, JA, _x1', false],
      ],
    );
    assert.equal(
      (await api.ok('getRelease', { token, params: { ...params, release: 'v2' } })).id,
      releases[1].id,
    );
    await api.refused('getRelease', { token, params: { ...params, release: '4' } }, 404, 'not_found');
    assert.equal((await api.ok('getApp', { token, params })).deployment_status, 'none');
    assert.deepEqual(
      await api.ok('getEnvironment', { token, params: { environment: app.environment_id } }),
      await api.ok('getConfigVars', { token, params }),
    );
  });

  it('keep a snapshot in each release and lie encrypted in the database', async () => {
    const { api, platform } = world();
    const { token, params, app } = await appOf('bob');
    await api.ok('updateConfigVars', { token, params, body: { SECRET: 'swordfish' } });
    await api.ok('updateConfigVars', { token, params, body: { SECRET: 'other' } });
    const { read } = platform.database;
    const releases = await read
      .selectFrom('releases')
      .selectAll()
      .where('app_id', '=', app.id)
      .orderBy('version')
      .execute();
    assert.deepEqual(
      releases.map((release) => JSON.parse(platform.vault.open(release.config, `release ${release.id}`))),
      [{ SECRET: 'swordfish' }, { SECRET: 'other' }],
    );
    assert.throws(() => platform.vault.open(releases[0]!.config, `release ${releases[1]!.id}`));
    const environments = await read.selectFrom('environments').selectAll().execute();
    const events = await read.selectFrom('audit_events').selectAll().execute();
    assert.doesNotMatch(JSON.stringify([releases, environments, events]), /swordfish/);
  });

  it('survive two changes of different keys at once', async () => {
    const { api } = world();
    const { token, params } = await appOf('cleo');
    const keys = Array.from({ length: 40 }, (_, n) => `KEY_${n}`);
    await Promise.all(keys.map((key) => api.ok('updateConfigVars', { token, params, body: { [key]: key } })));
    assert.deepEqual(
      await api.ok('getConfigVars', { token, params }).then((vars) => Object.keys(vars).sort()),
      [...keys].sort(),
    );
    const releases = await api.ok('listReleases', { token, params });
    assert.deepEqual(
      releases.map((release: { version: number }) => release.version),
      Array.from({ length: 40 }, (_, n) => 40 - n),
    );
  });

  it('refuse bad keys, bad values and too much, and change nothing', async () => {
    const { api } = world();
    const { token, params } = await appOf('dora');
    await api.ok('updateConfigVars', { token, params, body: { KEEP: 'x' } });
    const bad: Record<string, unknown>[] = [
      { '1X': 'a' },
      { 'A-B': 'a' },
      { '': 'a' },
      { A: 1 },
      { A: { nested: 'x' } },
      { A: 'nul\0' },
      { A: 'half \ud800' },
      { PORT: '80' },
      { DYNO: 'web.1' },
      { A: 'x'.repeat(32 * 1024 + 1) },
      { A: 'あ'.repeat(11_000) },
      { A: 'x'.repeat(32_000), B: 'x'.repeat(32_000), C: 'x'.repeat(2_000) },
    ];
    for (const body of bad)
      await api.refused('updateConfigVars', { token, params, body }, 422, 'invalid_params');
    assert.deepEqual(await api.ok('getConfigVars', { token, params }), { KEEP: 'x' });
    assert.equal((await api.ok('listReleases', { token, params })).length, 1);
    await api.ok('updateConfigVars', { token, params, body: { A: 'x'.repeat(32 * 1024) } });
  });

  it('of a pipeline belong to its environments', async () => {
    const { api } = world();
    const { token } = await world().person('finn');
    const pipeline = await api.ok('createPipeline', { token, body: { name: 'finn-pipe' } });
    const [review, test] = pipeline.environments.map((each: { id: string }) => ({ environment: each.id }));
    await api.ok('updateEnvironment', { token, params: review, body: { A: '1', B: '2' } });
    await api.ok('deleteEnvironmentKey', { token, params: { ...review, key: 'A' } });
    assert.deepEqual(await api.ok('getEnvironment', { token, params: review }), { B: '2' });
    assert.deepEqual(await api.ok('getEnvironment', { token, params: test }), {});
  });
});
