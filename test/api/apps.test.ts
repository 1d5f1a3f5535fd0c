import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothDatabases } from '../harness/on-both-databases.ts';

onBothDatabases(
  'apps',
  (world) => {
    it('belong to the personal team and live in its first namespace unless told otherwise', async () => {
      const ada = await world().person('ada');
      const app = await world().api.ok('createApp', { token: ada.token, body: { name: 'first-app' } });
      assert.equal(app.team.name, 'ada');
      assert.equal(app.namespace.name, 'ada');
      assert.equal(app.region, 'local');
      assert.equal(app.deployment_status, 'none');
      assert.equal(app.web_url, 'http://first-app.localhost:8080/');
      assert.deepEqual(await world().api.ok('getApp', { token: ada.token, params: { app: app.id } }), app);
      assert.deepEqual(await world().api.ok('getApp', { token: ada.token, params: { app: app.name } }), app);
    });

    it('have names that are unique on the platform and follow the rules', async () => {
      const { api } = world();
      const [bob, eve] = [await world().person('bob'), await world().person('eve')];
      await api.ok('createApp', { token: bob.token, body: { name: 'taken' } });
      await api.refused('createApp', { token: eve.token, body: { name: 'taken' } }, 409, 'conflict');
      for (const name of [
        'ab',
        'Upper',
        '1digit',
        'ends-',
        'under_score',
        'a'.repeat(31),
        '',
        'kedge',
        'ünïcode',
      ]) {
        const { body } = await api.refused(
          'createApp',
          { token: bob.token, body: { name } },
          422,
          'invalid_params',
        );
        assert.ok(body.details.name, name);
      }
      await api.ok('createApp', { token: bob.token, body: { name: 'a'.repeat(30) } });
    });

    it('name every wrong and unknown field', async () => {
      const cleo = await world().person('cleo');
      const body = { name: 5, colour: 'red', description: 'x'.repeat(1001) };
      const answer = await world().api.refused(
        'createApp',
        { token: cleo.token, body },
        422,
        'invalid_params',
      );
      assert.deepEqual(Object.keys(answer.body.details).sort(), ['colour', 'description', 'name']);
    });

    it('go where their namespace is', async () => {
      const { api } = world();
      const { token } = await world().person('dora');
      await api.ok('createNamespace', { token, body: { name: 'dora-abroad', region: 'abroad' } });
      const abroad = await api.ok('createApp', { token, body: { name: 'dora-one', region: 'abroad' } });
      assert.equal(abroad.namespace.name, 'dora-abroad');
      const named = await api.ok('createApp', {
        token,
        body: { name: 'dora-two', namespace: 'dora-abroad' },
      });
      assert.equal(named.region, 'abroad');
      const mismatch = { name: 'dora-three', namespace: 'dora-abroad', region: 'local' };
      await api.refused('createApp', { token, body: mismatch }, 422, 'region_mismatch');
      await api.refused(
        'createApp',
        { token, body: { name: 'dora-three', region: 'moon' } },
        422,
        'unknown_region',
      );
      await api.refused(
        'createApp',
        { token, body: { name: 'dora-three', namespace: 'ada' } },
        422,
        'invalid_params',
      );
    });

    it('change by PATCH, one field or many, and keep the rest', async () => {
      const { api } = world();
      const { token } = await world().person('finn');
      const params = { app: 'finn-app' };
      const before = await api.ok('createApp', { token, body: { name: 'finn-app', description: 'one' } });
      const after = await api.ok('updateApp', {
        token,
        params,
        body: { maintenance: true, policy_response_timeout: 60 },
      });
      assert.deepEqual(
        { ...after, updated_at: '' },
        { ...before, updated_at: '', maintenance: true, policy_response_timeout: 60 },
      );
      assert.deepEqual(await api.ok('updateApp', { token, params, body: {} }), after);
      const renamed = await api.ok('updateApp', {
        token,
        params,
        body: { name: 'finn-renamed', description: null },
      });
      assert.equal(renamed.web_url, 'http://finn-renamed.localhost:8080/');
      await api.refused('getApp', { token, params }, 404, 'not_found');
      await api.refused(
        'updateApp',
        { token, params: { app: renamed.id }, body: { name: 'kedge' } },
        422,
        'invalid_params',
      );
      await api.refused(
        'updateApp',
        { token, params: { app: renamed.id }, body: { build_stack: 'old' } },
        422,
        'invalid_params',
      );
    });

    it('are gone with everything of them when deleted, and free their name', async () => {
      const { api, platform } = world();
      const gus = await world().person('gus');
      const { token } = gus;
      const app = await api.ok('createApp', { token, body: { name: 'gus-app' } });
      const bound = await gus.newToken({ app: app.id });
      await api.ok('updateConfigVars', { token, params: { app: app.id }, body: { A: '1' } });
      await api.ok('deleteApp', { token, params: { app: app.name } });
      await api.refused('getApp', { token, params: { app: app.id } }, 404, 'not_found');
      await api.refused(
        'getEnvironment',
        { token, params: { environment: app.environment_id } },
        404,
        'not_found',
      );
      await api.refused('getMe', { token: bound }, 401, 'unauthorized');
      for (const table of ['environments', 'releases', 'collaborators'] as const) {
        const left = await platform.database.read
          .selectFrom(table)
          .selectAll()
          .where('app_id', '=', app.id)
          .execute();
        assert.deepEqual(left, [], table);
      }
      await api.ok('createApp', { token, body: { name: 'gus-app' } });
    });

    it('are listed by team, whole or in pages', async () => {
      const { api } = world();
      const hal = await world().person('hal');
      const { token } = hal;
      await world().team('hal-crew', [[hal, 'admin']]);
      for (const n of [3, 1, 2, 5, 4])
        await api.ok('createApp', { token, body: { name: `hal-${n}`, team_id: 'hal-crew' } });
      await api.ok('createApp', { token, body: { name: 'hal-own' } });
      const names = async (query: Record<string, string | number>) =>
        (await api.ok('listApps', { token, query })).map((app: { name: string }) => app.name);
      assert.deepEqual(await names({}), ['hal-1', 'hal-2', 'hal-3', 'hal-4', 'hal-5', 'hal-own']);
      assert.deepEqual(await names({ team_id: 'hal' }), ['hal-own']);
      assert.deepEqual(await names({ team_id: 'no-such-team', unknown: 1 }), []);
      for (const odd of ['\0', '', 'Not A Name', '\ud800'])
        assert.deepEqual(await names({ team_id: odd }), []);

      const seen: string[] = [];
      let query: Record<string, string> = { team_id: 'hal-crew', limit: '2' };
      for (let page = 1; ; page += 1) {
        const { body, headers } = await api.call('listApps', { token, query });
        seen.push(...body.map((app: { name: string }) => app.name));
        const next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
        if (next === undefined) {
          assert.equal(page, 3);
          break;
        }
        query = Object.fromEntries(new URL(next, 'http://x').searchParams);
      }
      assert.deepEqual(seen, ['hal-1', 'hal-2', 'hal-3', 'hal-4', 'hal-5']);
      for (const bad of [
        { limit: 0 },
        { limit: 1001 },
        { limit: 'x' },
        { cursor: 'nonsense' },
        { cursor: 'NQ' },
      ]) {
        await api.refused('listApps', { token, query: bad as Record<string, string> }, 422, 'invalid_params');
      }
    });

    it('can be shared with a collaborator, who sees that app and nothing else', async () => {
      const { api } = world();
      const [ivy, jon] = [await world().person('ivy'), await world().person('jon')];
      const app = await api.ok('createApp', { token: ivy.token, body: { name: 'ivy-app' } });
      const params = { app: app.name };
      const unknown = { token: ivy.token, params, body: { user: jon.account.email } };
      await api.refused('addCollaborator', unknown, 422, 'invalid_params');
      await world().team('ivy-and-jon', [
        [ivy, 'admin'],
        [jon, 'viewer'],
      ]);
      await api.ok('addCollaborator', { ...unknown, body: { user: jon.account.email, role: 'viewer' } });
      await api.refused('addCollaborator', unknown, 409, 'conflict');
      await api.ok('getApp', { token: jon.token, params });
      await api.refused('getConfigVars', { token: jon.token, params }, 403, 'forbidden');
      const apps = await api.ok('listApps', { token: jon.token });
      assert.deepEqual(
        apps.map((each: { name: string }) => each.name),
        ['ivy-app'],
      );
      assert.equal(
        (await api.ok('listCollaborators', { token: jon.token, params }))[0].user.email,
        jon.account.email,
      );
      await api.ok('removeCollaborator', {
        token: ivy.token,
        params: { ...params, collaborator: jon.account.id },
      });
      await api.refused('getApp', { token: jon.token, params }, 404, 'not_found');
    });
  },
  {
    env: {
      KEDGE_URL: 'http://kedge.localhost:7400',
      KEDGE_REGIONS: new URL('regions.json', import.meta.url).pathname,
    },
  },
);
