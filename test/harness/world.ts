import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createServer } from '../../src/api/server.ts';
import { RateLimiter } from '../../src/auth/rate-limits/rate-limiter.ts';
import { insertToken, newToken } from '../../src/auth/tokens/create-token.ts';
import { TokenUses } from '../../src/auth/tokens/token-uses.ts';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Scope } from '../../src/contract/token.ts';
import type { Role } from '../../src/contract/values.ts';
import { deriveAddresses } from '../../src/daemon/addresses.ts';
import { type Environment, readConfig } from '../../src/daemon/config.ts';
import { openPlatform } from '../../src/daemon/open-platform.ts';
import { type Caller, theMachine } from '../../src/platform/access/caller.ts';
import type { AccountRow } from '../../src/platform/accounts/account-rows.ts';
import { insertAccount } from '../../src/platform/accounts/create-account.ts';
import { hashPassword } from '../../src/platform/accounts/password.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { insertTeam } from '../../src/platform/teams/create-team.ts';
import { joinTeam } from '../../src/platform/teams/members.ts';
import { ApiClient } from './api-client.ts';
import { createDatabase, type PostgresServer, startPostgres } from './postgres.ts';
import { temporaryDirectory } from './temporary.ts';

export const databaseKinds = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export interface World {
  readonly platform: Platform;
  readonly server: FastifyInstance;
  readonly api: ApiClient;
  readonly limiter: RateLimiter;
  readonly tokenUses: TokenUses;
  readonly docs: { user: string; password: string };
  readonly baseUrl: string;
  person(name: string, options?: { platformAdmin?: boolean }): Promise<Person>;
  team(name: string, members: [Person, Role][]): Promise<TeamRef>;
  close(): Promise<void>;
}

export type TeamRef = { id: string; name: string };

/** An account with a token of its own, as a test plays them. */
export interface Person {
  readonly account: AccountRow;
  readonly password: string;
  readonly token: string;
  readonly caller: Caller;
  newToken(options?: {
    scope?: Scope;
    app?: string | null;
    lifetimeSeconds?: number | null;
  }): Promise<string>;
}

export interface WorldOptions {
  database?: DatabaseKind;
  env?: Environment;
  clock?: Clock;
}

export const password = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

/** A platform of the test's own, served on loopback, on a database that nobody else uses. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const home = temporaryDirectory();
  const database = options.database === 'postgres' ? await postgresDatabase() : undefined;
  const config = readConfig(
    {
      KEDGE_HOME: home.path,
      KEDGE_RATE_LIMIT: '100000000',
      ...(database && { KEDGE_DATABASE_URL: database.url }),
      ...options.env,
    },
    { root: false },
  );
  const addresses = deriveAddresses(config, 7400);
  const opened = await openPlatform(config, addresses, silentLog);
  const platform: Platform = { ...opened, clock: options.clock ?? systemClock };
  const limiter = new RateLimiter(platform.database, platform.clock);
  const tokenUses = new TokenUses(platform.database, platform.clock);
  const docs = { user: 'docs', password: randomBytes(9).toString('base64url') };
  const server = await createServer({
    log: silentLog,
    platform,
    limiter,
    tokenUses,
    rateLimit: config.rateLimit,
    trustedProxies: config.trustedProxies,
    tls: config.tls,
    health: { database: () => platform.database.ping() },
    documentation: {
      path: '/api-docs',
      ...docs,
      apiUrl: addresses.api,
      version: '0.0.0',
      scriptFile: new URL('../../assets/scalar.js.gz', import.meta.url).pathname,
    },
  });
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });

  return {
    platform,
    server,
    api: new ApiClient(baseUrl),
    limiter,
    tokenUses,
    docs,
    baseUrl,
    person: (name, rights) => createPerson(platform, name, rights?.platformAdmin ?? false),
    team: (name, members) => createTeam(platform, name, members),
    async close() {
      await server.close();
      await platform.database.close();
      await database?.drop();
      home.remove();
    },
  };
}

let ownServer: Promise<PostgresServer> | undefined;

/** The test run starts one server for all; a test file that is run by itself starts its own. */
async function postgresDatabase() {
  const shared = process.env.KEDGE_TEST_POSTGRES;
  if (shared) return createDatabase(shared);
  ownServer ??= startPostgres().then((server) => {
    process.once('beforeExit', () => void server.stop());
    return server;
  });
  return createDatabase((await ownServer).url);
}

async function createPerson(platform: Platform, name: string, platformAdmin: boolean): Promise<Person> {
  passwordHash ??= hashPassword(password);
  const hash = await passwordHash;
  const { database } = platform;
  const account = await database.transact((tx) =>
    insertAccount(platform, tx, `${name}@example.com`, { passwordHash: hash, platformAdmin }),
  );
  const newPersonToken: Person['newToken'] = async ({
    scope = 'write',
    app = null,
    lifetimeSeconds = null,
  } = {}) => {
    const token = newToken();
    await database.transact((tx) =>
      insertToken(platform, tx, {
        accountId: account.id,
        token,
        appId: app,
        scope,
        description: null,
        lifetimeSeconds,
      }),
    );
    return token;
  };
  const caller: Caller = {
    ...theMachine,
    account: { id: account.id, email: account.email, platformAdmin },
    scope: 'write',
    boundTo: null,
  };
  return { account, password, token: await newPersonToken(), caller, newToken: newPersonToken };
}

async function createTeam(platform: Platform, name: string, members: [Person, Role][]): Promise<TeamRef> {
  return platform.database.transact(async (tx) => {
    const [[first] = []] = members;
    const team = await insertTeam(platform, tx, {
      name,
      description: null,
      personal: false,
      admin: first!.account,
    });
    for (const [person, role] of members.slice(1)) {
      await joinTeam(platform, tx, theMachine, { ...team, personal_account_id: null }, person.account, role);
    }
    return { id: team.id, name: team.name };
  });
}
