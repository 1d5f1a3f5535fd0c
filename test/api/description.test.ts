import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Operation } from '../../src/contract/operation.ts';
import { operationIds, operations } from '../../src/contract/operations.ts';
import { rawRequest } from '../harness/raw-request.ts';
import { createWorld, type World } from '../harness/world.ts';

describe('the API description', () => {
  let world: World;
  before(async () => {
    world = await createWorld();
  });
  after(() => world.close());

  const get = (path: string, pair = `${world.docs.user}:${world.docs.password}`) =>
    rawRequest(world.baseUrl, {
      method: 'GET',
      path,
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    });

  it('is valid OpenAPI 3.1, the same as JSON and as YAML', async () => {
    const json = JSON.parse((await get('/api-docs/openapi.json')).text);
    const { valid, errors } = await new Validator().validate(structuredClone(json));
    assert.ok(valid, JSON.stringify(errors));
    assert.match(json.openapi, /^3\.1\./);
    assert.deepEqual(parse((await get('/api-docs/openapi.yaml')).text), json);
    const described = Object.values<Record<string, { operationId: string }>>(json.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    assert.deepEqual(described.sort(), [...operationIds].sort());
  });

  it('stands behind its user name and password, all of it', async () => {
    for (const path of [
      '/api-docs',
      '/api-docs/',
      '/api-docs/openapi.json',
      '/api-docs/openapi.yaml',
      '/api-docs/scalar.js',
      '/api-docs/init.js',
    ]) {
      assert.equal((await get(path)).status, 200, path);
      for (const pair of ['docs:wrong', 'wrong:x', `${world.docs.user}:`]) {
        const { status, headers } = await get(path, pair);
        assert.equal(status, 401, path);
        assert.match(String(headers['www-authenticate']), /^Basic /);
      }
      assert.equal((await rawRequest(world.baseUrl, { method: 'GET', path })).status, 401);
    }
  });

  it('has an example for every operation that fits its schema', () => {
    const ajv = new Ajv2020({ strict: false, formats: { uuid: true, 'date-time': true } });
    for (const id of operationIds) {
      const { body, answer, example }: Operation = operations[id];
      if (body) assert.ok(ajv.validate(body, example.body), `${id} body: ${ajv.errorsText()}`);
      if (answer.schema)
        assert.ok(ajv.validate(answer.schema, example.answer), `${id} answer: ${ajv.errorsText()}`);
    }
  });
});
