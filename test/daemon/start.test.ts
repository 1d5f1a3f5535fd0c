import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { ApiClient } from '../harness/api-client.ts';
import { adminToken, runKedge, spawnKedge, startKedge } from '../harness/kedge-process.ts';
import { createDatabase, type PostgresServer, startPostgres } from '../harness/postgres.ts';
import { temporaryDirectory } from '../harness/temporary.ts';

/** Starts in vain: one sentence on stderr, exit code 1. */
async function expectRefusal(home: string, env: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runKedge({ home, env });
  assert.equal(code, 1, stderr);
  assert.equal(stdout, '');
  const lines = stderr
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{'));
  assert.equal(lines.length, 1, stderr);
  assert.match(lines[0] ?? '', sentence);
}

describe('the first start', () => {
  it('prints addresses and credentials once, and the credentials work', async (t) => {
    const directory = temporaryDirectory();
    t.after(() => directory.remove());
    const home = join(directory.path, 'deeper', 'home');
    const first = await startKedge({
      home,
      env: { KEDGE_ADMIN_TOKEN: '', KEDGE_ADMIN_EMAIL: 'Me@Example.com' },
    });
    const shown = (label: string) => new RegExp(`${label} +(\\S+)`).exec(first.stdout())?.[1] ?? '';
    assert.equal(shown('Account'), 'me@example.com');
    const api = new ApiClient(first.url);
    assert.deepEqual(await api.ok('getMe', { token: shown('Token') }), { email: 'me@example.com' });
    const basic = Buffer.from(`me@example.com:${shown('Password')}`).toString('base64');
    await api.ok('createToken', { body: {}, headers: { authorization: `Basic ${basic}` } });
    const [, user, password] = /user (\S+), password (\S+)/.exec(first.stdout()) ?? [];
    const docs = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
    assert.equal((await fetch(`${first.url}/api-docs`, { headers: docs })).status, 200);
    assert.equal(await first.end('SIGTERM'), 0);
    assert.doesNotMatch(first.stderr(), new RegExp(`${shown('Token')}|${shown('Password')}|${password}`));

    const second = await startKedge({ home });
    assert.doesNotMatch(second.stdout(), /Password|Token|user /);
    assert.deepEqual(await new ApiClient(second.url).ok('getMe', { token: shown('Token') }), {
      email: 'me@example.com',
    });
    assert.equal((await fetch(`${second.url}/api-docs`, { headers: docs })).status, 200);
    await new ApiClient(second.url).refused('getMe', { token: adminToken }, 401, 'unauthorized');
    assert.equal(await second.end('SIGINT'), 0);

    const kept = await runKedge({ home, args: ['api-docs:password'] });
    assert.equal(kept.stdout, `${user}\n${password}\n`);
  });

  it('leaves files that nobody else can read', async (t) => {
    const { path: home, remove } = temporaryDirectory();
    t.after(remove);
    const kedge = await startKedge({ home });
    await kedge.end('SIGTERM');
    for (const file of readdirSync(home)) assert.equal(statSync(join(home, file)).mode & 0o077, 0, file);
    assert.equal(statSync(home).mode & 0o777, 0o711);
  });
});

describe('a start that cannot be', () => {
  const directory = temporaryDirectory();
  const home = join(directory.path, 'home');
  after(() => directory.remove());

  it('names a wrong setting', async () => {
    await expectRefusal(
      home,
      { KEDGE_PORT: 'many' },
      /^kedge: KEDGE_PORT is "many": it must be a whole number from 0 to 65535\.$/,
    );
    await expectRefusal(
      home,
      { KEDGE_SIGNUP: 'maybe' },
      /^kedge: KEDGE_SIGNUP is "maybe": it must be "open" or "closed"\.$/,
    );
    await expectRefusal(
      home,
      { KEDGE_TLS_CERT: '/nowhere' },
      /KEDGE_TLS_CERT and KEDGE_TLS_KEY belong together/,
    );
  });

  it('names a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await expectRefusal(
      home,
      { KEDGE_PORT: String(port) },
      new RegExp(`KEDGE_PORT is ${port}, which another program uses`),
    );
    await new Promise((resolve) => server.close(resolve));
  });

  it('names a directory that cannot be written', async () => {
    writeFileSync(join(directory.path, 'file'), '');
    const inFile = join(directory.path, 'file', 'home');
    await expectRefusal(inFile, {}, /KEDGE_HOME is .*\/file\/home, which cannot be written \(ENOTDIR\)/);
  });

  it('names a database that does not answer, without its password', async () => {
    const url = 'postgres://kedge:swordfish@127.0.0.1:9/kedge';
    await expectRefusal(
      home,
      { KEDGE_DATABASE_URL: url },
      /^kedge: The database of KEDGE_DATABASE_URL \(127\.0\.0\.1:9\/kedge\) does not answer \((?!.*swordfish)/,
    );
  });

  it('says that another one runs there', async () => {
    const running = await startKedge({ home });
    await expectRefusal(
      home,
      {},
      new RegExp(`Another Kedge \\(process ${running.child.pid}\\) already runs on ${home}`),
    );
    assert.equal((await fetch(`${running.url}/readyz`)).status, 200);
    await running.end('SIGTERM');
  });

  it('lets exactly one of several through that start at once', async (t) => {
    const { path, remove } = temporaryDirectory();
    t.after(remove);
    const started = Array.from({ length: 4 }, () => spawnKedge({ home: path }));
    const codes = await Promise.all(
      started.map(
        (kedge) =>
          new Promise((resolve) => {
            kedge.child.stdout?.on(
              'data',
              () => kedge.stdout().includes('Kedge is ready') && resolve('ready'),
            );
            kedge.child.once('close', (code) => resolve(code));
          }),
      ),
    );
    assert.deepEqual(codes.sort(), [1, 1, 1, 'ready']);
    await Promise.all(started.map((kedge) => kedge.end('SIGTERM')));
  });

  it('refuses a database that a newer version has used', async (t) => {
    const { path, remove } = temporaryDirectory();
    t.after(remove);
    await (await startKedge({ home: path })).end('SIGTERM');
    const database = new DatabaseSync(join(path, 'kedge.db'));
    database.exec(
      `insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01')`,
    );
    database.close();
    await expectRefusal(path, {}, /newer version of Kedge \(it holds the migration 9999-from-the-future/);
  });

  it('refuses a master key that is not the right one, or that others can read', async (t) => {
    const { path, remove } = temporaryDirectory();
    t.after(remove);
    await (await startKedge({ home: path })).end('SIGTERM');
    const key = join(path, 'master.key');
    const right = readFileSync(key);
    writeFileSync(key, `kedge-master-key-1:${'A'.repeat(43)}\n`);
    await expectRefusal(path, {}, /is not the one that this database was made with/);
    writeFileSync(key, 'nonsense');
    await expectRefusal(path, {}, /holds no master key of Kedge/);
    writeFileSync(key, right);
    rmSync(key);
    await expectRefusal(
      path,
      {},
      /The master key .* is missing, and without it this database cannot be read/,
    );
    assert.ok(!existsSync(key), 'a new key was left in the place of the missing one');
    writeFileSync(key, right);
    chmodSync(key, 0o644);
    await expectRefusal(path, {}, /can be read by every user of this machine: run chmod 600/);
  });
});

describe('commands on the machine', () => {
  it('make a link for a lost password beside the running server', async (t) => {
    const { path: home, remove } = temporaryDirectory();
    t.after(remove);
    const nothing = await runKedge({ home, args: ['password:link', 'admin@localhost'] });
    assert.match(nothing.stderr, /where no Kedge has run yet/);
    const kedge = await startKedge({ home });
    const made = await runKedge({ home, args: ['password:link', 'admin@localhost'] });
    assert.equal(made.code, 0, made.stderr);
    const code = /#(\S+)/.exec(made.stdout)?.[1] ?? '';
    const api = new ApiClient(kedge.url);
    await api.ok('choosePassword', { body: { code, password: 'a brand new password' } });
    const unknown = await runKedge({ home, args: ['password:link', 'nobody@example.com'] });
    assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
    await kedge.end('SIGTERM');
  });

  it('say what there is', async () => {
    const home = '/nonexistent';
    assert.match((await runKedge({ home, args: ['help'] })).stdout, /kedge serve/);
    assert.match((await runKedge({ home, args: ['version'] })).stdout, /^\d+\.\d+\.\d+\n$/);
    const wrong = await runKedge({ home, args: ['sevre'] });
    assert.deepEqual(
      [wrong.code, wrong.stderr],
      [2, 'kedge: "sevre" is not a command: kedge help lists them.\n'],
    );
  });
});

describe('stopping', () => {
  it('finishes what is under way, writes down last uses, and says nothing more', async (t) => {
    const { path: home, remove } = temporaryDirectory();
    t.after(remove);
    const kedge = await startKedge({ home });
    const api = new ApiClient(kedge.url);
    const { token } = await api.ok('createToken', { token: adminToken, body: {} });
    const requests = Array.from({ length: 20 }, (_, n) =>
      api.call('createApp', { token, body: { name: `under-way-${n}` } }).then(
        ({ status }) => status,
        () => 'refused',
      ),
    );
    await Promise.race(requests);
    assert.equal(await kedge.end('SIGTERM'), 0);
    const acknowledged = (await Promise.all(requests)).filter((status) => status === 201).length;
    const again = await startKedge({ home });
    const apps = await new ApiClient(again.url).ok('listApps', { token });
    assert.ok(apps.length >= acknowledged && acknowledged > 0, `${apps.length} of ${acknowledged}`);
    const [, used] = await new ApiClient(again.url).ok('listTokens', { token });
    assert.match(used.last_used_at, /Z$/);
    await again.end('SIGTERM');
  });

  it('logs one line of JSON per request, with its Request-Id and without any secret', async (t) => {
    const { path: home, remove } = temporaryDirectory();
    t.after(remove);
    const kedge = await startKedge({ home });
    const api = new ApiClient(kedge.url);
    const { headers } = await api.call('getMe', { token: adminToken, query: { secret: 'in-the-query' } });
    await api.call('getMe', { token: 'kedge_wrong-but-secret' });
    const link = await api.ok('createAccount', { token: adminToken, body: { email: 'x@example.com' } });
    await kedge.end('SIGTERM');
    const lines = kedge
      .stderr()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [line] = lines.filter((each) => each.requestId === headers.get('request-id'));
    assert.deepEqual(
      [line.method, line.url, line.status, line.address],
      ['GET', '/api/v1/me', 200, '127.0.0.1'],
    );
    assert.equal(lines.filter((each) => each.method).length, 3);
    const code = new URL(link.password_link.link).hash.slice(1);
    assert.doesNotMatch(kedge.stderr(), new RegExp(`${adminToken}|in-the-query|wrong-but-secret|${code}`));
  });
});

describe('on PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  it('replicas start at once on one database, and answer 503 while it is away', async (t) => {
    const { url, drop } = await createDatabase(server.url);
    const [one, two] = [temporaryDirectory(), temporaryDirectory()];
    t.after(() => [one, two].map((directory) => directory.remove()));
    const key = join(one.path, 'shared.key');
    const env = { KEDGE_DATABASE_URL: url, KEDGE_MASTER_KEY_FILE: key };
    const replicas = await Promise.all([one, two].map(({ path }) => startKedge({ home: path, env })));
    const apis = replicas.map((replica) => new ApiClient(replica.url));
    await apis[0]!.ok('createApp', { token: adminToken, body: { name: 'shared-app' } });
    const params = { app: 'shared-app' };
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        apis[n % 2]!.ok('updateConfigVars', { token: adminToken, params, body: { [`K${n}`]: '1' } }),
      ),
    );
    assert.equal(Object.keys(await apis[1]!.ok('getConfigVars', { token: adminToken, params })).length, 20);

    await drop();
    const away = await apis[0]!.refused('getMe', { token: adminToken }, 503, 'unavailable');
    assert.equal(away.headers.get('retry-after'), '5');
    assert.equal((await fetch(`${replicas[0]!.url}/readyz`)).status, 503);
    assert.equal((await fetch(`${replicas[0]!.url}/healthz`)).status, 200);
    assert.deepEqual(await Promise.all(replicas.map((replica) => replica.end('SIGTERM'))), [0, 0]);
  });
});
