import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RateLimiter } from '../../src/auth/rate-limits/rate-limiter.ts';
import { onBothDatabases } from '../harness/on-both-databases.ts';

onBothDatabases('tokens', (world) => {
  it('are shown once, listed without their secret, and refused from the next request after they are revoked', async () => {
    const { api, platform } = world();
    const { token } = await world().person('ada');
    const made = await api.ok('createToken', {
      token,
      body: { description: 'ci', scope: 'read', expires_in: 3600 },
    });
    assert.match(made.token, /^kedge_[A-Za-z0-9_-]{43}$/);
    const listed = await api.ok('listTokens', { token });
    assert.doesNotMatch(JSON.stringify(listed), new RegExp(made.token));
    const stored = await platform.database.read.selectFrom('tokens').selectAll().execute();
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(made.token));
    await api.ok('getMe', { token: made.token });
    await api.ok('revokeToken', { token, params: { token: made.id } });
    const { headers } = await api.refused('getMe', { token: made.token }, 401, 'unauthorized');
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer/);
    await api.refused('revokeToken', { token, params: { token: made.id } }, 404, 'not_found');
  });

  it('remember when they were last used', async () => {
    const { api, tokenUses } = world();
    const { token } = await world().person('bob');
    assert.equal((await api.ok('listTokens', { token }))[0].last_used_at, null);
    await tokenUses.flush();
    assert.match((await api.ok('listTokens', { token }))[0].last_used_at, /Z$/);
  });

  it('bound to an app say so, and can do with that app what their owner can', async () => {
    const { api } = world();
    const { token } = await world().person('cleo');
    const app = await api.ok('createApp', { token, body: { name: 'cleo-app' } });
    const bound = await api.ok('createToken', { token, body: { app: 'cleo-app', expires_in: null } });
    assert.deepEqual([bound.app, bound.expires_at], [{ id: app.id, name: 'cleo-app' }, null]);
    assert.deepEqual(await api.ok('getMe', { token: bound.token }), {
      app: { id: app.id, name: 'cleo-app' },
      email: 'cleo@example.com',
    });
    assert.deepEqual(await api.ok('getMe', { token }), { email: 'cleo@example.com' });
    await api.ok('updateApp', {
      token: bound.token,
      params: { app: app.id },
      body: { name: 'cleo-renamed' },
    });
    await api.ok('getApp', { token: bound.token, params: { app: 'cleo-renamed' } });
    await api.refused('getApp', { token: bound.token, params: { app: 'cleo-app' } }, 403, 'forbidden');
    await api.refused('createToken', { token: bound.token, body: {} }, 403, 'forbidden');
    await api.refused('createToken', { token, body: { app: 'no-such-app' } }, 422, 'invalid_params');
  });

  it('are made with a password where there is none yet, and a wrong one tells nothing', async () => {
    const { api } = world();
    const dora = await world().person('dora');
    const basic = (user: string, secret: string) => ({
      body: {},
      headers: { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` },
    });
    const { token } = await api.ok('createToken', basic(dora.account.email, dora.password));
    await api.ok('getMe', { token });
    const wrong = await api.refused('createToken', basic(dora.account.email, 'wrong'), 401, 'unauthorized');
    const unknown = await api.refused(
      'createToken',
      basic('nobody@example.com', 'wrong'),
      401,
      'unauthorized',
    );
    assert.equal(wrong.text, unknown.text);
    const { headers } = basic(dora.account.email, dora.password);
    await api.refused('getMe', { headers }, 401, 'unauthorized');
  });

  it('slow down who guesses passwords, without locking out somebody else', async () => {
    const { api } = world();
    const finn = await world().person('finn');
    const attempt = (secret: string, user = finn.account.email) =>
      api.call('createToken', {
        body: {},
        headers: { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` },
      });
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await attempt('wrong')).status);
    assert.deepEqual([...new Set(statuses)], [401, 429]);
    const gus = await world().person('gus');
    assert.equal((await attempt(gus.password, gus.account.email)).status, 201);

    const guess = { token: gus.token, body: { current_password: 'wrong', password: 'a long new password' } };
    const guesses = [];
    for (let n = 0; n < 31; n += 1) guesses.push((await api.call('changePassword', guess)).status);
    assert.deepEqual([...new Set(guesses)], [422, 429]);
  });
});

let now = Date.parse('2026-11-14T09:30:00Z');

onBothDatabases(
  'rate limits',
  (world) => {
    it('count per token, say what is left, and refill steadily', async () => {
      const { api } = world();
      const hal = await world().person('hal');
      const first = await api.call('getMe', { token: hal.token });
      assert.equal(first.headers.get('ratelimit-limit'), '3');
      assert.equal(first.headers.get('ratelimit-remaining'), '2');
      await api.ok('getMe', { token: hal.token });
      await api.ok('getMe', { token: hal.token });
      const over = await api.refused('getMe', { token: hal.token }, 429, 'rate_limit');
      assert.equal(over.headers.get('ratelimit-remaining'), '0');
      const wait = Number(over.headers.get('retry-after'));
      assert.ok(wait > 1190 && wait <= 1200, String(wait));
      await api.ok('getMe', { token: await hal.newToken() });
      now += wait * 1000;
      await api.ok('getMe', { token: hal.token });
      await api.refused('getMe', { token: hal.token }, 429, 'rate_limit');
    });

    it('are kept in the store, where another process finds them', async () => {
      const { api, limiter, platform } = world();
      const ivy = await world().person('ivy');
      for (const _ of [1, 2, 3]) await api.ok('getMe', { token: ivy.token });
      await limiter.flush();
      const other = new RateLimiter(platform.database, platform.clock);
      const { id } = await platform.database.read
        .selectFrom('tokens')
        .select('id')
        .where('account_id', '=', ivy.account.id)
        .executeTakeFirstOrThrow();
      assert.equal((await other.take(`token ${id}`, 3)).allowed, false);
    });
  },
  { env: { KEDGE_RATE_LIMIT: '3' }, clock: { now: () => new Date(now) } },
);
