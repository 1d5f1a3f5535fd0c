import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationId, operationIds, operations } from '../../src/contract/operations.ts';
import { checkAgainstDescription } from '../harness/description-check.ts';
import { rawRequest } from '../harness/raw-request.ts';
import { stateMark } from '../harness/snapshot.ts';
import { createWorld, databaseKinds, type World } from '../harness/world.ts';
import { type Cast, createCast, scenarios } from './scenarios.ts';

const rounds = Number(process.env.KEDGE_TEST_ROUNDS ?? 1);
/** PostgreSQL is slower to look at for changes, and differs from SQLite only in what it can store. */
const requestsPerOperation = { sqlite: 120 * rounds, postgres: 25 * rounds };

/** What people and programs send who mean no good, or do not know better. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '../../etc/passwd',
    '%00',
    '\0',
    '\ud800',
    '\u202e',
    "' or 1=1 --",
    '$(reboot)',
    '{{7*7}}',
    '<script>',
    'constructor',
    '__proto__',
    'toString',
    '🚢'.repeat(50),
    'x'.repeat(5000),
    '-1',
    '1e309',
    'null',
    'true',
    '00000000-0000-7000-8000-000000000000',
  ),
);
const anyJson = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.double(),
  fc.constant(null),
  fc.boolean(),
);

interface Hostile {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
  by: 'viewer' | 'admin' | 'platformAdmin';
}

/** The operation's own valid request with parts of it replaced, made from its own schemas. */
function hostileRequest(
  operation: Operation,
  valid: { params?: object; body?: unknown },
): fc.Arbitrary<Hostile> {
  const spoil = (original: object, names: string[]) =>
    fc
      .dictionary(names.length > 0 ? fc.oneof(fc.constantFrom(...names), nasty) : nasty, anyJson, {
        maxKeys: 3,
      })
      .map((changes) => ({ ...original, ...changes }));
  const paramNames = Object.keys(operation.params?.properties ?? {});
  const params = fc
    .record(Object.fromEntries(paramNames.map((name) => [name, fc.option(nasty, { nil: undefined })])))
    .map((changes) => ({
      ...valid.params,
      ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    }));
  const bodyNames = Object.keys((operation.body as { properties?: object } | undefined)?.properties ?? {});
  const isObject = typeof valid.body === 'object' && valid.body !== null;
  const body = fc.oneof(anyJson, isObject ? spoil(valid.body as object, bodyNames) : anyJson);
  const queryNames = Object.keys(operation.query?.properties ?? { limit: 0 });
  const headers = fc.dictionary(
    fc.constantFrom(
      'accept',
      'content-type',
      'if-none-match',
      'idempotency-key',
      'x-forwarded-for',
      'range',
      'expect',
    ),
    fc.constantFrom(
      '',
      '*/*',
      'application/json',
      'text/html',
      '"x"',
      'bytes=9-1',
      '100-continue',
      'a, b',
      '\u00ff',
      'application/json; charset=utf-16',
    ),
    { maxKeys: 2 },
  );
  return fc.record({
    params: params as fc.Arbitrary<Record<string, string>>,
    query: fc.dictionary(fc.constantFrom(...queryNames), nasty, { maxKeys: 3 }),
    body,
    headers,
    by: fc.constantFrom('viewer', 'admin', 'platformAdmin'),
  });
}

for (const database of databaseKinds) {
  describe(`hostile requests on ${database}`, () => {
    let world: World;
    let cast: Cast;
    before(async () => {
      world = await createWorld({ database, env: { KEDGE_SIGNUP: 'open' } });
      cast = await createCast(world);
    });
    after(() => world.close());

    for (const id of operationIds) {
      it(`${id} answers them all with a clear refusal or does what it says`, async () => {
        const valid = await scenarios[id](cast);
        await fc.assert(
          fc.asyncProperty(hostileRequest(operations[id], valid), (request) =>
            survives(world, cast, id, request),
          ),
          { numRuns: requestsPerOperation[database] },
        );
      });
    }
  });
}

async function survives(world: World, cast: Cast, id: OperationId, request: Hostile): Promise<void> {
  const operation: Operation = operations[id];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encode(request.params[name] ?? ''));
  const query = Object.entries(request.query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const state = await stateMark(world);
  const { status, text, headers } = await rawRequest(world.baseUrl, {
    method: operation.method,
    path: `/api/v1${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: {
      authorization: `Bearer ${cast[request.by].token}`,
      ...(operation.method !== 'GET' && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(operation.method !== 'GET' && { body: JSON.stringify(request.body) ?? '' }),
  });
  assert.ok(status >= 200 && status < 500, `${status}: ${text}`);
  const body = text === '' ? undefined : JSON.parse(text);
  checkAgainstDescription(id, {
    status,
    headers: new Headers(headers as Record<string, string>),
    text,
    body,
  });
  if (status < 400) return;
  const { code, message } = body;
  assert.ok(typeof code === 'string' && typeof message === 'string' && headers['request-id'], text);
  assert.equal(await stateMark(world), state, `refused with ${status}, but something changed`);
}

/** Percent-encodes bytes, half characters included. */
function encode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
