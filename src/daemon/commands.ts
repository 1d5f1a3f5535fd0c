import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createLog, silentLog } from '../base/log.ts';
import { theMachine } from '../platform/access/caller.ts';
import { findAccount } from '../platform/accounts/account-rows.ts';
import { createPasswordLink } from '../platform/accounts/password-links.ts';
import type { Platform } from '../platform/platform.ts';
import { deriveAddresses } from './addresses.ts';
import { announce } from './announce.ts';
import { type Config, ConfigError, type Environment, readConfig } from './config.ts';
import { apiDocsPair } from './first-start.ts';
import { openPlatform } from './open-platform.ts';
import { version } from './version.ts';
import { start } from './wire.ts';

const help = `Kedge ${version}, an application platform that you run yourself.

  kedge serve                  start the platform here
  kedge password:link EMAIL    make a one-time link for a lost password
  kedge api-docs:password      show the user name and password of the API documentation
  kedge version
  kedge help

Settings are environment variables, such as KEDGE_HOME and KEDGE_PORT: see docs/en/reference/configuration.md.
`;

/** Answers with the exit code: 0, 1 for what went wrong, 2 for a command that is not known. */
export async function runCommand(args: string[], env: Environment): Promise<number> {
  const [command = 'help', ...rest] = args;
  try {
    switch (command) {
      case 'serve':
        return await serve(configure(env));
      case 'password:link':
        return await passwordLink(configure(env), rest[0]);
      case 'api-docs:password':
        return await withPlatform(configure(env), async (platform, config) => {
          const { user, password } = await apiDocsPair(platform, config);
          say(`${user}\n${password}\n`);
        });
      case 'version':
      case '--version':
        say(`${version}\n`);
        return 0;
      case 'help':
      case '--help':
        say(help);
        return 0;
      default:
        complain(`"${command}" is not a command: kedge help lists them.`);
        return 2;
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    complain(error.message);
    return 1;
  }
}

function configure(env: Environment): Config {
  return readConfig(env, { root: process.getuid?.() === 0 });
}

async function serve(config: Config): Promise<number> {
  const stderr = process.stderr as NodeJS.WriteStream & { fd: number };
  const log = createLog({ level: 'info', human: stderr.isTTY, stream: stderr });
  const stopped = stopSignal();
  const running = await start(config, log);
  say(announce(running));
  const signal = await stopped;
  log.info(`stopping: ${signal}`);
  await running.stop();
  log.flush();
  return 0;
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => resolve(signal));
    }
  });
}

async function passwordLink(config: Config, email: string | undefined): Promise<number> {
  if (email === undefined) {
    complain('Whose password? Type kedge password:link EMAIL.');
    return 2;
  }
  return withPlatform(config, async (platform) => {
    const account = await findAccount(platform.database.read, email);
    if (!account) throw new ConfigError(`There is no account for ${email} on this platform.`);
    const { link, expires_at } = await createPasswordLink(platform, theMachine, account);
    say(`${link}\nIt works once, until ${expires_at}.\n`);
  });
}

/** For commands on the machine itself: beside a running server, on the same database. */
async function withPlatform(
  config: Config,
  work: (platform: Platform, config: Config) => Promise<void>,
): Promise<number> {
  if (config.databaseUrl === undefined && !existsSync(join(config.home, 'kedge.db'))) {
    throw new ConfigError(
      `KEDGE_HOME is ${config.home}, where no Kedge has run yet: set it to the one that you mean.`,
    );
  }
  const platform = await openPlatform(config, deriveAddresses(config, config.port), silentLog);
  try {
    await work(platform, config);
    return 0;
  } finally {
    await platform.database.close();
  }
}

function say(text: string): void {
  process.stdout.write(text);
}

function complain(sentence: string): void {
  process.stderr.write(`kedge: ${sentence}\n`);
}
