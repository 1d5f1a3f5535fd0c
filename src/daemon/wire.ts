import { BoundSocket, type ListenOptions } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createServer } from '../api/server.ts';
import { RateLimiter } from '../auth/rate-limits/rate-limiter.ts';
import { TokenUses } from '../auth/tokens/token-uses.ts';
import type { Log } from '../base/log.ts';
import { sweep } from '../platform/database/retention.ts';
import { type Addresses, deriveAddresses } from './addresses.ts';
import { type Config, ConfigError } from './config.ts';
import { type ApiDocsPair, apiDocsPair, type FirstCredentials, makeFirstAccount } from './first-start.ts';
import { holdHome } from './home.ts';
import { openPlatform } from './open-platform.ts';
import { repeat } from './repeat.ts';
import { restWhenIdle } from './rest.ts';
import { version } from './version.ts';

export interface Running {
  addresses: Addresses;
  firstCredentials: FirstCredentials | undefined;
  apiDocs: ApiDocsPair;
  /** Finishes what is under way, writes down what is only in memory, and lets everything go. */
  stop(): Promise<void>;
}

const flushEveryMs = 5_000;
const sweepEveryMs = 3_600_000;
const finishWithinMs = 10_000;

/** Builds everything and starts it, in the order in which things can go wrong without having changed anything. */
export async function start(config: Config, log: Log): Promise<Running> {
  const lock = holdHome(config.home);
  using undo = new DisposableStack();
  undo.defer(() => lock.release());

  const socket = bindPort(config);
  undo.defer(() => socket[Symbol.dispose]());
  const addresses = deriveAddresses(config, socket.address().port);

  const platform = await openPlatform(config, addresses, log);
  const { database, clock } = platform;
  const apiDocs = await apiDocsPair(platform, config);
  const limiter = new RateLimiter(database, clock);
  const tokenUses = new TokenUses(database, clock);

  const server = await createServer({
    log,
    platform,
    limiter,
    tokenUses,
    rateLimit: config.rateLimit,
    trustedProxies: config.trustedProxies,
    tls: config.tls,
    health: { database: () => database.ping() },
    documentation: {
      path: new URL(addresses.apiDocs).pathname,
      user: apiDocs.user,
      password: apiDocs.password,
      apiUrl: addresses.api,
      version,
      scriptFile: fileURLToPath(new URL('../../assets/scalar.js.gz', import.meta.url)),
    },
  });
  try {
    const { port } = socket.address();
    await server.listen({ host: config.bind, port, handle: socket } as ListenOptions as { port: number });
  } catch (error) {
    throw portProblem(config, error);
  }
  // Last of all, since what it makes is shown once: no later step may fail and take it along.
  const firstCredentials = await makeFirstAccount(platform, config);

  const flush = async () => {
    await limiter.flush();
    await tokenUses.flush();
  };
  const flushing = repeat(log, flushEveryMs, flush);
  const sweeping = repeat(log, sweepEveryMs, () => sweep(platform));
  const resting = restWhenIdle(log, server.server);
  undo.move();

  return {
    addresses,
    firstCredentials,
    apiDocs,
    async stop() {
      await resting.stop();
      await sweeping.stop();
      await closeServer(server);
      await flushing.stop();
      await flush().catch((error) =>
        log.warn({ err: error }, 'the last uses of tokens could not be written down'),
      );
      await database.close();
      lock.release();
    },
  };
}

/** Lets requests under way finish, within a limit; connections that are kept alive go as soon as they are idle. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const { server: http } = server;
  const closeIdle = setInterval(() => http.closeIdleConnections(), 20);
  const giveUp = setTimeout(() => http.closeAllConnections(), finishWithinMs);
  await server.close();
  clearInterval(closeIdle);
  clearTimeout(giveUp);
}

function bindPort(config: Config): BoundSocket {
  try {
    return new BoundSocket({ host: config.bind, port: config.port });
  } catch (error) {
    throw portProblem(config, error);
  }
}

function portProblem(config: Config, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `KEDGE_PORT is ${config.port}, which another program uses: stop it, or set KEDGE_PORT to a free port.`,
      );
    case 'EACCES':
      return new ConfigError(
        `KEDGE_PORT is ${config.port}, which needs root: set KEDGE_PORT to 1024 or more.`,
      );
    case 'EADDRNOTAVAIL':
      return new ConfigError(`KEDGE_BIND is ${config.bind}, which is no address of this machine.`);
    default:
      return error;
  }
}
