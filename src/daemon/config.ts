import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { engines, type Region } from '../contract/region.ts';
import { emailPattern } from '../contract/values.ts';

export type Environment = Record<string, string | undefined>;

export interface Config {
  home: string;
  bind: string;
  port: number;
  httpPort: number;
  httpsPort: number;
  domain: string;
  /** Undefined until the port is known: then http://127.0.0.1:<port>. */
  url: string | undefined;
  authUrl: string | undefined;
  docsUrl: string | undefined;
  apiDocsUrl: string | undefined;
  masterKeyFile: string;
  signup: 'open' | 'closed';
  routerBind: string;
  routerWorkers: number;
  trustedProxies: string[];
  acme: { directory: string; email: string | undefined } | undefined;
  domainTls: KeyPair | undefined;
  rateLimit: number;
  diskBudget: DiskBudget;
  sizes: Size[];
  tls: KeyPair | undefined;
  databaseUrl: string | undefined;
  admin: { email: string; password: string | undefined; token: string | undefined };
  apiDocs: { user: string | undefined; password: string | undefined };
  regions: Region[];
}

export interface KeyPair {
  cert: string;
  key: string;
}

export interface Size {
  name: string;
  memoryBytes: number;
  cpuShares: number;
}

export type DiskBudget = { share: number } | { bytes: number };

/** The message is one sentence: what is wrong and what to do. */
export class ConfigError extends Error {}

export function readConfig(env: Environment, options: { root: boolean }): Config {
  const given = (name: string) => (env[name] === '' ? undefined : env[name]);
  const take = <T>(name: string, parse: (text: string, name: string) => T, otherwise: T): T => {
    const text = given(name);
    return text === undefined ? otherwise : parse(text, name);
  };
  const home = take('KEDGE_HOME', path, defaultHome(env, options.root));
  return {
    home,
    bind: take('KEDGE_BIND', address, '127.0.0.1'),
    port: take('KEDGE_PORT', port, 7400),
    httpPort: take('KEDGE_HTTP_PORT', port, 8080),
    httpsPort: take('KEDGE_HTTPS_PORT', port, 8443),
    domain: take('KEDGE_DOMAIN', hostname, 'localhost'),
    url: take<string | undefined>('KEDGE_URL', url, undefined),
    authUrl: take<string | undefined>('KEDGE_AUTH_URL', urlWithoutPath, undefined),
    docsUrl: take<string | undefined>('KEDGE_DOCS_URL', url, undefined),
    apiDocsUrl: take<string | undefined>('KEDGE_API_DOCS_URL', url, undefined),
    masterKeyFile: take('KEDGE_MASTER_KEY_FILE', path, join(home, 'master.key')),
    signup: take('KEDGE_SIGNUP', oneOf('open', 'closed'), 'closed'),
    routerBind: take('KEDGE_ROUTER_BIND', address, '127.0.0.1'),
    routerWorkers: take('KEDGE_ROUTER_WORKERS', wholeNumber(1, 256), 1),
    trustedProxies: take('KEDGE_TRUSTED_PROXIES', addressRanges, []),
    acme: acme(
      take<string | undefined>('KEDGE_ACME_DIRECTORY', url, undefined),
      take<string | undefined>('KEDGE_ACME_EMAIL', email, undefined),
    ),
    domainTls: keyPair(given, 'KEDGE_DOMAIN_TLS_CERT', 'KEDGE_DOMAIN_TLS_KEY'),
    rateLimit: take('KEDGE_RATE_LIMIT', wholeNumber(1, 1e9), 4500),
    diskBudget: take<DiskBudget>('KEDGE_DISK_BUDGET', diskBudget, { share: 0.8 }),
    sizes: take('KEDGE_SIZES', sizes, builtInSizes),
    tls: keyPair(given, 'KEDGE_TLS_CERT', 'KEDGE_TLS_KEY'),
    databaseUrl: take<string | undefined>('KEDGE_DATABASE_URL', databaseUrl, undefined),
    admin: {
      email: take('KEDGE_ADMIN_EMAIL', email, 'admin@localhost'),
      password: take<string | undefined>('KEDGE_ADMIN_PASSWORD', atLeast(12), undefined),
      token: take<string | undefined>('KEDGE_ADMIN_TOKEN', adminToken, undefined),
    },
    apiDocs: {
      user: take<string | undefined>('KEDGE_API_DOCS_USER', userName, undefined),
      password: take<string | undefined>('KEDGE_API_DOCS_PASSWORD', atLeast(8), undefined),
    },
    regions: take('KEDGE_REGIONS', regionsFile, [
      { name: 'local', description: null, engine: 'local', default: true },
    ]),
  };
}

const mebibyte = 1024 * 1024;
const builtInSizes: Size[] = [
  { name: 'small', memoryBytes: 256 * mebibyte, cpuShares: 0.5 },
  { name: 'standard', memoryBytes: 512 * mebibyte, cpuShares: 1 },
  { name: 'large', memoryBytes: 1024 * mebibyte, cpuShares: 2 },
  { name: 'xlarge', memoryBytes: 4096 * mebibyte, cpuShares: 4 },
];

function defaultHome(env: Environment, root: boolean): string {
  if (root) return '/var/lib/kedge';
  const { XDG_DATA_HOME } = env;
  const base =
    XDG_DATA_HOME && isAbsolute(XDG_DATA_HOME)
      ? XDG_DATA_HOME
      : join(env.HOME ?? homedir(), '.local', 'share');
  return join(base, 'kedge');
}

function wrong(name: string, text: string, expected: string): ConfigError {
  return new ConfigError(`${name} is "${text}": it must be ${expected}.`);
}

function path(text: string): string {
  return resolve(text);
}

function wholeNumber(least: number, most: number) {
  return (text: string, name: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw wrong(name, text, `a whole number from ${least} to ${most}`);
  };
}

/** 0 lets the system choose. */
const port = wholeNumber(0, 65535);

function address(text: string, name: string): string {
  if (isIP(text) === 0) throw wrong(name, text, 'an IP address, such as 127.0.0.1 or 0.0.0.0');
  return text;
}

function addressRanges(text: string, name: string): string[] {
  const ranges = text.split(',').map((range) => range.trim());
  if (ranges.every(isAddressRange)) return ranges;
  throw wrong(name, text, 'IP addresses or ranges separated by commas, such as 10.0.0.0/8,127.0.0.1');
}

/** A range of every address would believe everybody, and is no range of proxies. */
function isAddressRange(range: string): boolean {
  const [base = '', bits, ...more] = range.split('/');
  if (isIP(base) === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= (isIP(base) === 6 ? 128 : 32));
}

const hostnamePattern =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

function hostname(text: string, name: string): string {
  const lower = text.toLowerCase();
  if (!hostnamePattern.test(lower)) throw wrong(name, text, 'a host name, such as apps.example.com');
  return lower;
}

function url(text: string, name: string): string {
  const parsed = URL.parse(text);
  if (parsed?.username || parsed?.password)
    throw new ConfigError(`${name} must not hold a user name or password.`);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || /[?#]/.test(text)) {
    throw wrong(name, text, 'an http or https address without query, such as https://kedge.example.com');
  }
  return parsed.href.replace(/\/$/, '');
}

function urlWithoutPath(text: string, name: string): string {
  const parsed = url(text, name);
  if (new URL(parsed).pathname !== '/')
    throw wrong(name, text, 'an address without a path, since it is the OpenID issuer');
  return parsed;
}

function databaseUrl(text: string, name: string): string {
  const parsed = URL.parse(text);
  if (parsed && /^postgres(ql)?:$/.test(parsed.protocol) && parsed.host && parsed.pathname.length > 1)
    return text;
  throw new ConfigError(`${name} must begin with postgres:// and name a server and a database.`);
}

function email(text: string, name: string): string {
  if (!new RegExp(emailPattern).test(text)) throw wrong(name, text, 'an email address');
  return text.toLowerCase();
}

function acme(directory: string | undefined, email: string | undefined): Config['acme'] {
  return directory === undefined ? undefined : { directory, email };
}

/** Secrets are not repeated in the message. */
function atLeast(length: number) {
  return (text: string, name: string): string => {
    if (text.length < length || text.length > 256) {
      throw new ConfigError(`${name} must have ${length} to 256 characters.`);
    }
    return text;
  };
}

function adminToken(text: string, name: string): string {
  if (/^[A-Za-z0-9._~+/=-]{20,512}$/.test(text)) return text;
  throw new ConfigError(`${name} must be 20 to 512 letters, digits or . _ ~ + / = -, chosen at random.`);
}

function userName(text: string, name: string): string {
  if (!/^[^:\p{Cc}]{1,64}$/u.test(text)) throw wrong(name, text, '1 to 64 characters without a colon');
  return text;
}

function oneOf<T extends string>(...choices: T[]) {
  return (text: string, name: string): T => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) throw wrong(name, text, choices.map((c) => `"${c}"`).join(' or '));
    return choice;
  };
}

const units: Record<string, number> = { MB: mebibyte, GB: 1024 * mebibyte, TB: 1024 * 1024 * mebibyte };

function bytes(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d+)(MB|GB|TB)$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * units[unit]!;
}

function diskBudget(text: string, name: string): DiskBudget {
  const percent = /^(\d{1,3})%$/.exec(text)?.[1];
  if (percent !== undefined && Number(percent) > 0 && Number(percent) <= 100)
    return { share: Number(percent) / 100 };
  const amount = bytes(text);
  if (amount) return { bytes: amount };
  throw wrong(name, text, 'a share of the disk such as 80%, or an amount such as 50GB');
}

function sizes(text: string, name: string): Size[] {
  const table = text.split(',').map((entry) => {
    const [, size, memory = '', cpu] =
      /^([a-z][a-z0-9-]*)=(\d+(?:MB|GB)):(\d+(?:\.\d+)?)$/.exec(entry.trim()) ?? [];
    const memoryBytes = bytes(memory);
    if (size === undefined || !memoryBytes || !(Number(cpu) > 0)) {
      throw wrong(name, text, 'a list of name=memory:cpu, such as small=256MB:0.5,standard=512MB:1');
    }
    return { name: size, memoryBytes, cpuShares: Number(cpu) };
  });
  if (new Set(table.map((size) => size.name)).size === table.length) return table;
  throw wrong(name, text, 'a list in which no size stands twice');
}

function keyPair(
  given: (name: string) => string | undefined,
  certName: string,
  keyName: string,
): KeyPair | undefined {
  const certFile = given(certName);
  const keyFile = given(keyName);
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new ConfigError(`${certName} and ${keyName} belong together: give both or neither.`);
  }
  const pair = { cert: readText(certFile, certName), key: readText(keyFile, keyName) };
  const certificate = attempt(() => new X509Certificate(pair.cert));
  if (!certificate)
    throw new ConfigError(`${certName} names ${certFile}, which holds no certificate in PEM form.`);
  const key = attempt(() => createPrivateKey(pair.key));
  if (!key) throw new ConfigError(`${keyName} names ${keyFile}, which holds no private key in PEM form.`);
  if (!certificate.checkPrivateKey(key)) {
    throw new ConfigError(
      `The key in ${keyFile} (${keyName}) does not belong to the certificate in ${certFile}.`,
    );
  }
  return pair;
}

const RegionsFile = Type.Object(
  {
    regions: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,30}$' }),
          engine: Type.Enum([...engines]),
          description: Type.Optional(Type.String()),
          default: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
);

function regionsFile(file: string, name: string): Region[] {
  const ajv = new Ajv({ allErrors: false });
  const content = attempt(() => JSON.parse(readText(file, name)));
  if (!ajv.validate(RegionsFile, content)) {
    throw new ConfigError(
      `${name} names ${file}, which is not a list of regions: ${ajv.errorsText(ajv.errors, { dataVar: 'it' })}.`,
    );
  }
  const { regions } = content as Type.Static<typeof RegionsFile>;
  if (new Set(regions.map((region) => region.name)).size < regions.length) {
    throw new ConfigError(`${name} names ${file}, where two regions have the same name.`);
  }
  const defaults = regions.filter((region) => region.default);
  if (defaults.length > 1)
    throw new ConfigError(`${name} names ${file}, where more than one region is the default.`);
  const [chosen = regions[0]!] = defaults;
  return regions.map((region) => ({
    name: region.name,
    description: region.description ?? null,
    engine: region.engine,
    default: region === chosen,
  }));
}

function readText(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${name} names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return undefined;
  }
}
