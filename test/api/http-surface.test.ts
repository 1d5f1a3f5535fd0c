import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onBothDatabases } from '../harness/on-both-databases.ts';
import { rawBytes, rawRequest } from '../harness/raw-request.ts';
import { snapshot } from '../harness/snapshot.ts';
import { createWorld, type Person, type World } from '../harness/world.ts';

describe('the HTTP surface', () => {
  let world: World;
  let ada: Person;
  before(async () => {
    world = await createWorld();
    ada = await world.person('ada', { platformAdmin: true });
  });
  after(() => world.close());

  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) =>
    rawRequest(world.baseUrl, {
      method,
      path,
      headers: { authorization: `Bearer ${ada.token}`, ...headers },
      ...(body !== undefined && { body }),
    });
  const json = { 'content-type': 'application/json' };
  const expectError = async (answer: ReturnType<typeof send>, status: number, code: string) => {
    const { status: got, text, headers } = await answer;
    assert.deepEqual([got, JSON.parse(text).code], [status, code], text);
    assert.equal(typeof JSON.parse(text).message, 'string');
    assert.ok(headers['request-id']);
    return { headers, body: JSON.parse(text) };
  };

  it('reads an empty body as an empty object, whatever its Content-Type', async () => {
    for (const headers of [{}, json, { 'content-type': 'text/plain', 'content-length': '0' }]) {
      const { body } = await expectError(send('POST', '/api/v1/teams', headers), 422, 'invalid_params');
      assert.deepEqual(body.details, { name: 'is missing' });
    }
  });

  it('refuses what is not JSON', async () => {
    await expectError(send('POST', '/api/v1/teams', json, '{"name":'), 400, 'bad_request');
    await expectError(
      send('POST', '/api/v1/teams', json, Buffer.from([0x22, 0xff, 0x22])),
      400,
      'bad_request',
    );
    await expectError(send('POST', '/api/v1/teams', json, '{"__proto__":{"a":1}}'), 400, 'bad_request');
    await expectError(
      send('POST', '/api/v1/teams', { 'content-type': 'text/plain' }, 'x'),
      415,
      'unsupported_media_type',
    );
    await expectError(send('POST', '/api/v1/teams', {}, 'x'), 415, 'unsupported_media_type');
    await expectError(send('POST', '/api/v1/teams', json, '[]'), 422, 'invalid_params');
    await expectError(send('POST', '/api/v1/teams', json, 'null'), 422, 'invalid_params');
  });

  it('takes no notice of a body or Content-Type on GET and DELETE', async () => {
    const type = { 'content-type': 'text/plain' };
    assert.equal((await send('GET', '/api/v1/me', type)).status, 200);
    for (const [headers, body] of [
      [type, 'x'],
      [json, '{"broken"'],
      [json, undefined],
    ] as const) {
      await expectError(send('DELETE', '/api/v1/apps/no-such-app', headers, body), 404, 'not_found');
    }
  });

  it('refuses an Accept without JSON', async () => {
    for (const accept of ['text/html', 'application/json;q=0', 'image/*']) {
      await expectError(send('GET', '/api/v1/me', { accept }), 406, 'not_acceptable');
    }
    for (const accept of [
      '*/*',
      'application/*',
      'text/html, application/json;q=0.5',
      'application/json; charset=utf-8',
    ]) {
      assert.equal((await send('GET', '/api/v1/me', { accept })).status, 200, accept);
    }
  });

  it('names the methods that are possible', async () => {
    const { headers } = await expectError(send('PUT', '/api/v1/apps'), 405, 'method_not_allowed');
    assert.equal(headers.allow, 'GET, HEAD, POST');
    await expectError(send('GET', '/api/v1/accounts/sign-up'), 405, 'method_not_allowed');
    await expectError(send('OPTIONS', '/api/v1/apps'), 405, 'method_not_allowed');
  });

  it('answers alike for every address where nothing is', async () => {
    const answers = await Promise.all(
      ['/api/v1/nothing', '/api/v1/apps/x/builds', '/api/v1/apps/nope', '/api/v1/apps/%00', '/nowhere'].map(
        (path) => send('GET', path),
      ),
    );
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
    for (const path of [
      '/api/v1/apps/x/dynos/list',
      '/api/v1/apps/x/domains',
      '/api/v1/oidc-login?region=local',
    ]) {
      await expectError(send('GET', path), 404, 'not_found');
    }
  });

  it('limits bodies to 1 MiB and headers to what the server reads', async () => {
    const big = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    await expectError(send('POST', '/api/v1/teams', json, big), 413, 'payload_too_large');
    const overflow = await rawBytes(
      world.baseUrl,
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    );
    assert.match(overflow, /^HTTP\/1\.1 431 /);
    const nonsense = await rawBytes(world.baseUrl, 'NONSENSE\r\n\r\n');
    assert.match(
      nonsense,
      /^HTTP\/1\.1 400 Bad Request\r\nRequest-Id: [0-9a-f-]{36}\r\n[\s\S]*"code":"bad_request"/,
    );
    await expectError(send('GET', '/api/v1/apps/%E0%A4%A'), 400, 'bad_request');
  });

  it('gives an ETag with every GET and honours If-None-Match', async () => {
    const first = await send('GET', '/api/v1/me');
    const etag = String(first.headers.etag);
    const again = await send('GET', '/api/v1/me', { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag]);
    assert.equal((await send('GET', '/api/v1/me', { 'if-none-match': `"x", W/${etag}` })).status, 304);
    assert.equal((await send('GET', '/api/v1/me', { 'if-none-match': '"other"' })).status, 200);
    const head = await send('HEAD', '/api/v1/me');
    assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', etag]);
  });

  it('believes X-Forwarded-For of trusted proxies alone', async () => {
    const { api } = world;
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    await api.ok('createTeam', { token: ada.token, body: { name: 'forged' }, headers: forwarded });
    const [event] = await api.ok('listAuditEvents', { token: ada.token, params: { team: 'forged' } });
    assert.equal(event.address, '127.0.0.1');

    const behindProxy = await createWorld({ env: { KEDGE_TRUSTED_PROXIES: '127.0.0.0/8' } });
    const bob = await behindProxy.person('bob');
    await behindProxy.api.ok('createTeam', { token: bob.token, body: { name: 'real' }, headers: forwarded });
    const [seen] = await behindProxy.api.ok('listAuditEvents', {
      token: bob.token,
      params: { team: 'real' },
    });
    assert.equal(seen.address, '203.0.113.9');
    await behindProxy.close();
  });

  it('shows metrics to this machine and to platform admins', async () => {
    const local = await rawRequest(world.baseUrl, { method: 'GET', path: '/metrics' });
    assert.match(
      local.text,
      /kedge_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/me",status="200"\} [1-9]/,
    );
    const from = { 'x-forwarded-for': '203.0.113.9' };
    for (const headers of [from, { host: 'kedge.example.com' }] as Record<string, string>[]) {
      assert.equal(
        (await rawRequest(world.baseUrl, { method: 'GET', path: '/metrics', headers })).status,
        401,
      );
      assert.equal((await send('GET', '/metrics', headers)).status, 200);
    }
    const bob = await world.person('bob');
    await expectError(
      send('GET', '/metrics', { ...from, authorization: `Bearer ${bob.token}` }),
      403,
      'forbidden',
    );
  });

  it('says that it is alive and ready', async () => {
    assert.equal(
      (await rawRequest(world.baseUrl, { method: 'GET', path: '/healthz' })).text,
      '{"status":"ok"}',
    );
    const ready = await rawRequest(world.baseUrl, { method: 'GET', path: '/readyz' });
    assert.deepEqual(JSON.parse(ready.text), { status: 'ok', checks: { database: 'ok' } });
  });
});

onBothDatabases('idempotency keys', (world) => {
  it('give the first answer again, and refuse another request', async () => {
    const { api } = world();
    const { token } = await world().person('ada');
    const headers = { 'idempotency-key': 'once-1' };
    const request = { token, body: { name: 'ada-app' }, headers };
    const first = await api.call('createApp', request);
    const state = await snapshot(world());
    const again = await api.call('createApp', request);
    assert.deepEqual([again.status, again.text], [201, first.text]);
    await api.refused(
      'createApp',
      { ...request, body: { name: 'ada-other' } },
      409,
      'idempotency_key_reused',
    );
    await api.refused(
      'createTeam',
      { token, body: { name: 'ada-app' }, headers },
      409,
      'idempotency_key_reused',
    );
    assert.equal(await snapshot(world()), state);
    const { token: other } = await world().person('bob');
    await api.ok('createApp', { token: other, body: { name: 'bob-app' }, headers });
  });

  it('hold when the same request comes many times at once', async () => {
    const { api } = world();
    const { token } = await world().person('cleo');
    const request = { token, body: { name: 'cleo-crew' }, headers: { 'idempotency-key': 'at-once' } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.call('createTeam', request)));
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.equal(answers[0]?.status, 201);
  });

  it('do not keep a refusal, which changed nothing', async () => {
    const { api } = world();
    const { token } = await world().person('dora');
    const headers = { 'idempotency-key': 'later' };
    const request = { token, body: { name: 'dora-app', namespace: 'dora-space' }, headers };
    await api.refused('createApp', request, 422, 'invalid_params');
    await api.ok('createNamespace', { token, body: { name: 'dora-space' } });
    await api.ok('createApp', request);
  });

  it('never show a secret twice', async () => {
    const { api, platform } = world();
    const { token } = await world().person('finn');
    const request = { token, body: { description: 'ci' }, headers: { 'idempotency-key': 'secret' } };
    const made = await api.ok('createToken', request);
    const again = await api.refused('createToken', request, 409, 'already_created');
    assert.equal(again.body.details.id, made.id);
    const kept = await platform.database.read.selectFrom('idempotency_keys').selectAll().execute();
    assert.doesNotMatch(JSON.stringify(kept), new RegExp(made.token));
  });

  it('must be visible ASCII', async () => {
    const { token } = await world().person('gus');
    for (const key of ['', 'with space', 'x'.repeat(256)]) {
      const headers = { 'idempotency-key': key };
      await world().api.refused(
        'createApp',
        { token, body: { name: 'gus-app' }, headers },
        400,
        'bad_request',
      );
    }
  });
});
