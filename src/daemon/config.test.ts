import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { selfSigned } from '../../test/harness/self-signed.ts';
import { temporaryDirectory } from '../../test/harness/temporary.ts';
import { type Config, ConfigError, type Environment, readConfig } from './config.ts';

interface Expected {
  of: (config: Config) => unknown;
  otherwise: unknown;
  good: Record<string, unknown>;
  bad: string[];
  /** Variables that must be there as well. */
  beside?: Environment;
  secret?: true;
}

const directory = temporaryDirectory();
after(() => directory.remove());

const mebibyte = 1024 ** 2;
const numbers = ['many', '-1', '1.5', '0x10', '1e3', ' 1', '99999999999'];
const addresses = ['localhost', '127.0.0.1:80', '1.2.3', 'every'];
const urls = [
  'kedge.example.com',
  'ftp://example.com',
  'https://',
  'https://example.com/?a=1',
  'https://example.com/#a',
  'https://example.com/?',
  'https://example.com/#',
];

const [one, other] = [selfSigned(), selfSigned()];
const files = {
  cert: file('cert.pem', one.cert),
  key: file('key.pem', one.key),
  otherKey: file('other-key.pem', other.key),
  nonsense: file('nonsense.pem', 'nonsense'),
  absent: join(directory.path, 'absent.pem'),
};
const pair = { cert: one.cert, key: one.key };
const badFiles = [files.absent, files.nonsense, directory.path];

const regions = {
  one: regionsFile([{ name: 'tokyo', engine: 'local' }]),
  two: regionsFile([
    { name: 'tokyo', engine: 'local', description: 'near' },
    { name: 'osaka', engine: 'kubernetes', default: true },
  ]),
};

const variables: Record<string, Expected> = {
  KEDGE_HOME: {
    of: (config) => config.home,
    otherwise: '/somewhere/.local/share/kedge',
    good: { '/srv/kedge': '/srv/kedge', 'a/b': join(process.cwd(), 'a/b') },
    bad: [],
  },
  KEDGE_BIND: {
    of: (config) => config.bind,
    otherwise: '127.0.0.1',
    good: { '0.0.0.0': '0.0.0.0', '::1': '::1' },
    bad: addresses,
  },
  KEDGE_PORT: {
    of: (config) => config.port,
    otherwise: 7400,
    good: { 0: 0, 65535: 65535 },
    bad: [...numbers, '65536'],
  },
  KEDGE_HTTP_PORT: { of: (config) => config.httpPort, otherwise: 8080, good: { 80: 80 }, bad: numbers },
  KEDGE_HTTPS_PORT: { of: (config) => config.httpsPort, otherwise: 8443, good: { 443: 443 }, bad: numbers },
  KEDGE_DOMAIN: {
    of: (config) => config.domain,
    otherwise: 'localhost',
    good: { 'Apps.Example.com': 'apps.example.com', 'a.b-c.d': 'a.b-c.d' },
    bad: [
      '-a.example.com',
      'a..b',
      '.example.com',
      'https://example.com',
      'a b',
      'ä.example.com',
      'a'.repeat(64),
    ],
  },
  KEDGE_URL: {
    of: (config) => config.url,
    otherwise: undefined,
    good: {
      'https://kedge.example.com/': 'https://kedge.example.com',
      'http://KEDGE.example.com:81/under': 'http://kedge.example.com:81/under',
    },
    bad: urls,
  },
  KEDGE_AUTH_URL: {
    of: (config) => config.authUrl,
    otherwise: undefined,
    good: { 'https://login.example.com/': 'https://login.example.com' },
    bad: [...urls, 'https://example.com/login'],
  },
  KEDGE_DOCS_URL: {
    of: (config) => config.docsUrl,
    otherwise: undefined,
    good: { 'https://docs.example.com/a/': 'https://docs.example.com/a' },
    bad: urls,
  },
  KEDGE_API_DOCS_URL: {
    of: (config) => config.apiDocsUrl,
    otherwise: undefined,
    good: { 'https://example.com/reference': 'https://example.com/reference' },
    bad: urls,
  },
  KEDGE_MASTER_KEY_FILE: {
    of: (config) => config.masterKeyFile,
    otherwise: '/somewhere/.local/share/kedge/master.key',
    good: { '/etc/kedge/key': '/etc/kedge/key' },
    bad: [],
  },
  KEDGE_SIGNUP: {
    of: (config) => config.signup,
    otherwise: 'closed',
    good: { open: 'open', closed: 'closed' },
    bad: ['yes', 'Open', 'true'],
  },
  KEDGE_ROUTER_BIND: {
    of: (config) => config.routerBind,
    otherwise: '127.0.0.1',
    good: { '::': '::' },
    bad: addresses,
  },
  KEDGE_ROUTER_WORKERS: {
    of: (config) => config.routerWorkers,
    otherwise: 1,
    good: { 1: 1, 256: 256 },
    bad: [...numbers, '0', '257'],
  },
  KEDGE_TRUSTED_PROXIES: {
    of: (config) => config.trustedProxies,
    otherwise: [],
    good: { '127.0.0.1, 10.0.0.0/8,fd00::/8': ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'] },
    bad: [
      'proxy',
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.0/',
      '10.0.0.0/a',
      '0.0.0.0/0',
      '10.0.0.0/8/9',
      '127.0.0.1,',
      '127.0.0.1 10.0.0.1',
    ],
  },
  KEDGE_ACME_DIRECTORY: {
    of: (config) => config.acme,
    otherwise: undefined,
    good: {
      'https://ca.example.com/directory': { directory: 'https://ca.example.com/directory', email: undefined },
    },
    bad: urls,
  },
  KEDGE_ACME_EMAIL: {
    of: (config) => config.acme?.email,
    otherwise: undefined,
    good: { 'Ops@example.com': 'ops@example.com' },
    bad: ['ops', 'ops@', 'a b@example.com'],
    beside: { KEDGE_ACME_DIRECTORY: 'https://ca.example.com/directory' },
  },
  KEDGE_DOMAIN_TLS_CERT: {
    of: (config) => config.domainTls,
    otherwise: undefined,
    good: { [files.cert]: pair },
    bad: badFiles,
    beside: { KEDGE_DOMAIN_TLS_KEY: files.key },
  },
  KEDGE_DOMAIN_TLS_KEY: {
    of: (config) => config.domainTls,
    otherwise: undefined,
    good: { [files.key]: pair },
    bad: [...badFiles, files.otherKey],
    beside: { KEDGE_DOMAIN_TLS_CERT: files.cert },
  },
  KEDGE_RATE_LIMIT: {
    of: (config) => config.rateLimit,
    otherwise: 4500,
    good: { 1: 1, 20000: 20000 },
    bad: [...numbers, '0', '1000000001'],
  },
  KEDGE_DISK_BUDGET: {
    of: (config) => config.diskBudget,
    otherwise: { share: 0.8 },
    good: {
      '50%': { share: 0.5 },
      '100%': { share: 1 },
      '300MB': { bytes: 300 * mebibyte },
      '2TB': { bytes: 2 * 1024 ** 2 * mebibyte },
    },
    bad: ['0%', '101%', '50', '50gb', '1.5GB', '0GB', '-1GB'],
  },
  KEDGE_SIZES: {
    of: (config) => config.sizes,
    otherwise: [
      { name: 'small', memoryBytes: 256 * mebibyte, cpuShares: 0.5 },
      { name: 'standard', memoryBytes: 512 * mebibyte, cpuShares: 1 },
      { name: 'large', memoryBytes: 1024 * mebibyte, cpuShares: 2 },
      { name: 'xlarge', memoryBytes: 4096 * mebibyte, cpuShares: 4 },
    ],
    good: {
      's=64MB:0.25, big=8GB:4': [
        { name: 's', memoryBytes: 64 * mebibyte, cpuShares: 0.25 },
        { name: 'big', memoryBytes: 8192 * mebibyte, cpuShares: 4 },
      ],
    },
    bad: [
      'small',
      'small=256MB',
      'small=256:1',
      'small=0MB:1',
      'small=1GB:0',
      'Small=1GB:1',
      'small=1GB:1,',
      'a=1GB:1;b=1GB:1',
      'a=1GB:1,a=2GB:1',
    ],
  },
  KEDGE_TLS_CERT: {
    of: (config) => config.tls,
    otherwise: undefined,
    good: { [files.cert]: pair },
    bad: badFiles,
    beside: { KEDGE_TLS_KEY: files.key },
  },
  KEDGE_TLS_KEY: {
    of: (config) => config.tls,
    otherwise: undefined,
    good: { [files.key]: pair },
    bad: [...badFiles, files.otherKey],
    beside: { KEDGE_TLS_CERT: files.cert },
  },
  KEDGE_DATABASE_URL: {
    of: (config) => config.databaseUrl,
    otherwise: undefined,
    good: {
      'postgres://u:p@db/kedge': 'postgres://u:p@db/kedge',
      'postgresql://db/kedge': 'postgresql://db/kedge',
    },
    bad: [
      'mysql://u:hush@db/kedge',
      'u:hush@db',
      'postgres://u:hush@db:port/kedge',
      'postgres://',
      'postgres://db',
    ],
    secret: true,
  },
  KEDGE_ADMIN_EMAIL: {
    of: (config) => config.admin.email,
    otherwise: 'admin@localhost',
    good: { 'Ops@Example.com': 'ops@example.com' },
    bad: ['ops', '@example.com', 'ops@', 'a b@example.com'],
  },
  KEDGE_ADMIN_PASSWORD: {
    of: (config) => config.admin.password,
    otherwise: undefined,
    good: { 'a long pass phrase': 'a long pass phrase' },
    bad: ['hush-hush', 'hush'.repeat(65)],
    secret: true,
  },
  KEDGE_ADMIN_TOKEN: {
    of: (config) => config.admin.token,
    otherwise: undefined,
    good: { '0123456789abcdef.~+/=-': '0123456789abcdef.~+/=-' },
    bad: ['hush-hush', 'hush hush hush hush hush', 'hush'.repeat(129), 'hush-hush-hush-hush-hüsh'],
    secret: true,
  },
  KEDGE_API_DOCS_USER: {
    of: (config) => config.apiDocs.user,
    otherwise: undefined,
    good: { docs: 'docs' },
    bad: ['a:b', 'a\nb', 'a'.repeat(65)],
  },
  KEDGE_API_DOCS_PASSWORD: {
    of: (config) => config.apiDocs.password,
    otherwise: undefined,
    good: { 'another phrase': 'another phrase' },
    bad: ['hush', 'hush'.repeat(65)],
    secret: true,
  },
  KEDGE_REGIONS: {
    of: (config) => config.regions,
    otherwise: [{ name: 'local', description: null, engine: 'local', default: true }],
    good: {
      [regions.one]: [{ name: 'tokyo', description: null, engine: 'local', default: true }],
      [regions.two]: [
        { name: 'tokyo', description: 'near', engine: 'local', default: false },
        { name: 'osaka', description: null, engine: 'kubernetes', default: true },
      ],
    },
    bad: [
      ...badFiles,
      regionsFile([]),
      regionsFile([{ name: 'tokyo' }]),
      regionsFile([{ name: 'Tokyo', engine: 'local' }]),
      regionsFile([{ name: 'tokyo', engine: 'steam' }]),
      regionsFile([{ name: 'tokyo', engine: 'local', colour: 'red' }]),
      regionsFile(Array(2).fill({ name: 'tokyo', engine: 'local' })),
      regionsFile(['tokyo', 'osaka'].map((name) => ({ name, engine: 'local', default: true }))),
    ],
  },
};

describe('configuration', () => {
  it('is tried below for every variable that is read', () => {
    const source = readFileSync(new URL('./config.ts', import.meta.url), 'utf8');
    assert.deepEqual(Object.keys(variables).sort(), [...new Set(source.match(/\bKEDGE_[A-Z_]+/g))].sort());
  });

  for (const [name, { of, otherwise, good, bad, beside, secret }] of Object.entries(variables)) {
    it(`${name} has a default, which an empty value stands for`, () => {
      assert.deepEqual(of(read({})), otherwise);
      if (!beside) assert.deepEqual(of(read({ [name]: '' })), otherwise);
    });

    it(`${name} takes good values`, () => {
      for (const [text, value] of Object.entries(good))
        assert.deepEqual(of(read({ ...beside, [name]: text })), value, text);
    });

    it(`${name} refuses bad values with a sentence that names it`, () => {
      for (const text of bad) {
        const sentence = refusal({ ...beside, [name]: text });
        assert.match(sentence, new RegExp(`\\b${name}\\b[^]*\\.$`), text);
        if (secret) assert.doesNotMatch(sentence, /h[uü]sh/);
      }
    });
  }

  it('says what is wrong with a key pair', () => {
    const [KEDGE_TLS_CERT, KEDGE_TLS_KEY] = [files.cert, files.key];
    assert.match(refusal({ KEDGE_TLS_CERT }), /^KEDGE_TLS_CERT and KEDGE_TLS_KEY belong together/);
    assert.match(refusal({ KEDGE_TLS_KEY }), /^KEDGE_TLS_CERT and KEDGE_TLS_KEY belong together/);
    assert.match(
      refusal({ KEDGE_TLS_CERT, KEDGE_TLS_KEY: files.otherKey }),
      /does not belong to the certificate/,
    );
    assert.match(refusal({ KEDGE_TLS_CERT, KEDGE_TLS_KEY: files.cert }), /holds no private key/);
    assert.match(refusal({ KEDGE_TLS_CERT: files.key, KEDGE_TLS_KEY }), /holds no certificate/);
    assert.match(refusal({ KEDGE_TLS_CERT: files.absent, KEDGE_TLS_KEY }), /cannot be read \(ENOENT\)/);
  });

  it('lives where the system keeps such things', () => {
    assert.equal(read({ XDG_DATA_HOME: '/data' }).home, '/data/kedge');
    assert.equal(read({ XDG_DATA_HOME: 'relative' }).home, '/somewhere/.local/share/kedge');
    assert.equal(readConfig({}, { root: true }).home, '/var/lib/kedge');
    assert.equal(read({ KEDGE_HOME: '/srv/kedge' }).masterKeyFile, '/srv/kedge/master.key');
  });
});

function read(env: Environment): Config {
  return readConfig({ HOME: '/somewhere', ...env }, { root: false });
}

function refusal(env: Environment): string {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
  return assert.fail(`${JSON.stringify(env)} was let through`);
}

function file(name: string, text: string): string {
  const path = join(directory.path, name);
  writeFileSync(path, text);
  return path;
}

function regionsFile(list: object[]): string {
  return file(`regions-${Math.random()}.json`, JSON.stringify({ regions: list }));
}
