import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothDatabases } from '../harness/on-both-databases.ts';

onBothDatabases('namespaces and pipelines', (world) => {
  it('a namespace comes with its team, and goes only when it is empty', async () => {
    const { api } = world();
    const ada = await world().person('ada');
    const { token } = ada;
    await api.ok('createTeam', { token, body: { name: 'dock' } });
    const first = await api.ok('getNamespace', { token, params: { namespace: 'dock' } });
    assert.deepEqual([first.team.name, first.state, first.region], ['dock', 'active', 'local']);
    assert.deepEqual(first.actor, { id: ada.account.id, email: 'ada@example.com' });
    await api.ok('createApp', { token, body: { name: 'dock-app', team_id: 'dock' } });
    await api.refused('deleteNamespace', { token, params: { namespace: 'dock' } }, 409, 'conflict');
    await api.ok('deleteApp', { token, params: { app: 'dock-app' } });
    await api.ok('deleteNamespace', { token, params: { namespace: first.id } });
    await api.refused('getNamespace', { token, params: { namespace: 'dock' } }, 404, 'not_found');
    const homeless = { token, body: { name: 'dock-app', team_id: 'dock' } };
    await api.refused('createApp', homeless, 422, 'invalid_params');
  });

  it('a namespace name is unique, also against the first one of a new team', async () => {
    const { api } = world();
    const { token } = await world().person('bob');
    await api.ok('createNamespace', { token, body: { name: 'pier', description: 'one' } });
    await api.refused('createNamespace', { token, body: { name: 'pier' } }, 409, 'conflict');
    await api.refused('createTeam', { token, body: { name: 'pier' } }, 409, 'conflict');
    await api.refused('getTeam', { token, params: { team: 'pier' } }, 404, 'not_found');
    await api.refused(
      'createNamespace',
      { token, body: { name: 'quay', region: 'moon' } },
      422,
      'unknown_region',
    );
  });

  it('a pipeline has its environments and settings', async () => {
    const { api } = world();
    const { token } = await world().person('cleo');
    const body = { name: 'cleo-pipe', review_apps: { enabled: true, stale_days: 9 } };
    const pipeline = await api.ok('createPipeline', { token, body });
    assert.deepEqual(
      pipeline.environments.map((each: { kind: string }) => each.kind),
      ['ra', 'ci'],
    );
    assert.deepEqual([pipeline.review_apps.enabled, pipeline.review_apps.stale_days], [true, 9]);
    const params = { pipeline: pipeline.id };
    const changed = await api.ok('updatePipeline', {
      token,
      params,
      body: { name: 'cleo-two', review_apps: { stale_days: 3 } },
    });
    assert.deepEqual(changed.review_apps, { ...pipeline.review_apps, stale_days: 3 });
    assert.deepEqual(await api.ok('getPipeline', { token, params: { pipeline: 'cleo-two' } }), changed);
    await api.refused(
      'updatePipeline',
      { token, params, body: { review_apps: { region: 'moon' } } },
      422,
      'unknown_region',
    );
    await api.refused(
      'updatePipeline',
      { token, params, body: { review_apps: { color: 1 } } },
      422,
      'invalid_params',
    );
    await api.refused('createPipeline', { token, body: { name: 'cleo-two' } }, 409, 'conflict');
    assert.deepEqual(await api.ok('listPipelines', { token, query: { team_id: 'cleo' } }), [changed]);
    assert.deepEqual(await api.ok('listPipelines', { token, query: { team_id: 'elsewhere' } }), []);
  });

  it('an app is coupled to one stage of one pipeline, and uncoupled', async () => {
    const { api } = world();
    const dora = await world().person('dora');
    const { token } = dora;
    await world().team('dora-crew', [[dora, 'admin']]);
    for (const name of ['dora-one', 'dora-two']) await api.ok('createPipeline', { token, body: { name } });
    await api.ok('createApp', { token, body: { name: 'dora-app' } });
    await api.ok('createApp', { token, body: { name: 'crew-app', team_id: 'dora-crew' } });
    const couple = (pipeline: string, app: string, stage: string) => ({
      token,
      params: { pipeline },
      body: { app, stage },
    });

    const coupled = await api.ok('couplePipelineApp', couple('dora-one', 'dora-app', 'staging'));
    assert.deepEqual([coupled.pipeline.name, coupled.pipeline_stage], ['dora-one', 'staging']);
    const moved = await api.ok('couplePipelineApp', couple('dora-one', 'dora-app', 'production'));
    assert.equal(moved.pipeline_stage, 'production');
    await api.refused('couplePipelineApp', couple('dora-two', 'dora-app', 'staging'), 409, 'conflict');
    await api.refused('couplePipelineApp', couple('dora-one', 'crew-app', 'staging'), 422, 'invalid_params');
    await api.refused(
      'couplePipelineApp',
      couple('dora-one', 'no-such-app', 'staging'),
      422,
      'invalid_params',
    );
    await api.refused('couplePipelineApp', couple('dora-one', 'dora-app', 'limbo'), 422, 'invalid_params');

    const apps = await api.ok('listPipelineApps', { token, params: { pipeline: 'dora-one' } });
    assert.deepEqual(
      apps.map((app: { name: string }) => app.name),
      ['dora-app'],
    );
    const params = { pipeline: 'dora-one', app: 'dora-app' };
    await api.refused(
      'uncouplePipelineApp',
      { token, params: { ...params, pipeline: 'dora-two' } },
      404,
      'not_found',
    );
    await api.ok('uncouplePipelineApp', { token, params });
    await api.refused('uncouplePipelineApp', { token, params }, 404, 'not_found');

    await api.ok('couplePipelineApp', couple('dora-two', 'dora-app', 'review'));
    await api.ok('deletePipeline', { token, params: { pipeline: 'dora-two' } });
    const left = await api.ok('getApp', { token, params: { app: 'dora-app' } });
    assert.deepEqual([left.pipeline, left.pipeline_stage], [null, null]);
  });
});
