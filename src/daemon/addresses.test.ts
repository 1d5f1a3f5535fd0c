import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selfSigned } from '../../test/harness/self-signed.ts';
import { deriveAddresses } from './addresses.ts';
import { type Environment, readConfig } from './config.ts';

describe('addresses', () => {
  it('are on this machine unless told otherwise', () => {
    const { url, api, docs, apiDocs, ...links } = derive({}, 7400);
    assert.equal(url, 'http://127.0.0.1:7400');
    assert.equal(api, 'http://127.0.0.1:7400/api/v1');
    assert.equal(docs, 'http://127.0.0.1:7400/docs');
    assert.equal(apiDocs, 'http://127.0.0.1:7400/api-docs');
    assert.equal(links.gitUrl('shop'), 'http://127.0.0.1:7400/git/shop.git');
    assert.equal(links.invitation('abc'), 'http://127.0.0.1:7400/invitation#abc');
    assert.equal(links.password('abc'), 'http://127.0.0.1:7400/password#abc');
    assert.equal(links.webUrl('shop'), 'http://shop.localhost:8080/');
  });

  it('have the port that the system chose', () => {
    assert.equal(derive({ KEDGE_PORT: '0' }, 43_210).api, 'http://127.0.0.1:43210/api/v1');
  });

  it('say https where Kedge itself speaks it', () => {
    const config = { ...readConfig({ KEDGE_HOME: '/x' }, { root: false }), tls: selfSigned() };
    assert.equal(deriveAddresses(config, 7400).url, 'https://127.0.0.1:7400');
  });

  it('begin with what people reach it by', () => {
    const addresses = derive({ KEDGE_URL: 'https://kedge.example.com/' }, 7400);
    assert.equal(addresses.api, 'https://kedge.example.com/api/v1');
    assert.equal(addresses.docs, 'https://kedge.example.com/docs');
    assert.equal(addresses.invitation('abc'), 'https://kedge.example.com/invitation#abc');
  });

  it('can each be elsewhere', () => {
    const addresses = derive(
      {
        KEDGE_URL: 'https://kedge.example.com',
        KEDGE_AUTH_URL: 'https://login.example.com',
        KEDGE_DOCS_URL: 'https://docs.example.com',
        KEDGE_API_DOCS_URL: 'https://api.example.com/reference',
      },
      7400,
    );
    assert.equal(addresses.password('abc'), 'https://login.example.com/password#abc');
    assert.equal(addresses.docs, 'https://docs.example.com');
    assert.equal(addresses.apiDocs, 'https://api.example.com/reference');
    assert.equal(addresses.gitUrl('shop'), 'https://kedge.example.com/git/shop.git');
  });

  it('of apps name the port only where it is not the usual one', () => {
    const env = { KEDGE_DOMAIN: 'apps.example.com', KEDGE_HTTP_PORT: '80' };
    assert.equal(derive(env, 7400).webUrl('shop'), 'http://shop.apps.example.com/');
  });

  it('keep the label of Kedge itself from the apps', () => {
    const ownLabel = (KEDGE_URL: string) => derive({ KEDGE_URL, KEDGE_DOMAIN: 'example.com' }, 7400).ownLabel;
    assert.equal(ownLabel('https://kedge.example.com'), 'kedge');
    assert.equal(ownLabel('https://KEDGE.Example.com:8443/under'), 'kedge');
    assert.equal(ownLabel('https://example.com'), undefined);
    assert.equal(ownLabel('https://notexample.com'), undefined);
    assert.equal(ownLabel('https://kedge.example.org'), undefined);
  });
});

function derive(env: Environment, port: number) {
  return deriveAddresses(readConfig({ KEDGE_HOME: '/x', ...env }, { root: false }), port);
}
