import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acceptsJson, basicPair, bearerToken, namesEtag } from './request-headers.ts';

describe('Accept', () => {
  const taken = [
    undefined,
    '*/*',
    'application/json',
    'APPLICATION/JSON',
    'application/*',
    'application/json; charset=utf-8',
    'text/html,application/json;q=0.9',
    'text/html, */*;q=0.1',
    'application/json;q=0.001',
  ];
  const refused = [
    'text/html',
    'text/*',
    'application/xml',
    'application/jsonp',
    'application/json;q=0',
    'application/json; q=0.000',
    'text/html, */*;q=0',
    'nonsense',
  ];
  for (const accept of taken) it(`takes JSON: ${accept}`, () => assert.equal(acceptsJson(accept), true));
  for (const accept of refused)
    it(`takes no JSON: ${accept}`, () => assert.equal(acceptsJson(accept), false));
});

describe('If-None-Match', () => {
  it('names an ETag, one of several, weak or strong, or any', () => {
    for (const header of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '*', ' "a" '])
      assert.ok(namesEtag(header, '"a"'), header);
    for (const header of ['', '"b"', 'a', '"A"', '"a', '"ab"', 'w/"a"'])
      assert.ok(!namesEtag(header, '"a"'), header);
  });
});

describe('Authorization', () => {
  it('holds a bearer token', () => {
    assert.equal(bearerToken('Bearer kedge_abc'), 'kedge_abc');
    assert.equal(bearerToken('bearer   kedge_abc  '), 'kedge_abc');
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearerabc',
      'Bearer a b',
      'Basic abc',
      'Bearer caf\u00e9',
    ]) {
      assert.equal(bearerToken(header), undefined, String(header));
    }
    assert.equal(bearerToken(`Bearer ${'a'.repeat(512)}`)?.length, 512);
    assert.equal(bearerToken(`Bearer ${'a'.repeat(513)}`), undefined);
  });

  it('holds a Basic pair, the password with whatever is in it', () => {
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    assert.deepEqual(basicPair(basic('ada:pass')), { user: 'ada', password: 'pass' });
    assert.deepEqual(basicPair(basic('ada:a:b')), { user: 'ada', password: 'a:b' });
    assert.deepEqual(basicPair(basic('ada:caf\u00e9')), { user: 'ada', password: 'caf\u00e9' });
    assert.deepEqual(basicPair(basic(':')), { user: '', password: '' });
    for (const header of [
      undefined,
      '',
      'Basic',
      basic('ada'),
      'Basic %%%',
      'Bearer abc',
      basic(`a:${'x'.repeat(2000)}`),
    ]) {
      assert.equal(basicPair(header), undefined, String(header));
    }
  });
});
