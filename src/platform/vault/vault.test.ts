import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hashSecretCode, newSecretCode } from './secret-code.ts';
import { createVault } from './vault.ts';

const vault = createVault(Buffer.alloc(32, 1));

describe('the vault', () => {
  it('opens what it sealed, and shows nothing of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string(), (plain, context) => {
        assert.equal(vault.open(vault.seal(plain, context), context), plain);
      }),
    );
    assert.doesNotMatch(
      Buffer.from(vault.seal('hush hush', 'x').slice(3), 'base64url').toString('latin1'),
      /hush/,
    );
  });

  it('seals the same text differently each time', () => {
    assert.notEqual(vault.seal('text', 'x'), vault.seal('text', 'x'));
  });

  it('does not open what was moved elsewhere', () => {
    const sealed = vault.seal('text', 'environment 1');
    assert.throws(() => vault.open(sealed, 'environment 2'));
    assert.throws(() => vault.open(sealed, ''));
  });

  it('does not open what another key sealed', () => {
    const sealed = createVault(Buffer.alloc(32, 2)).seal('text', 'x');
    assert.throws(() => vault.open(sealed, 'x'));
  });

  it('does not open what was changed or cut, wherever', () => {
    const bytes = Buffer.from(vault.seal('text', 'x').slice(3), 'base64url');
    for (const n of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[n]! ^= 1;
      assert.throws(() => vault.open(`v1.${changed.toString('base64url')}`, 'x'), `byte ${n}`);
      assert.throws(() => vault.open(`v1.${bytes.subarray(0, n).toString('base64url')}`, 'x'), `${n} bytes`);
    }
  });

  it('names the version that it does not know', () => {
    assert.throws(() => vault.open(vault.seal('text', 'x').replace('v1', 'v2'), 'x'), /unknown version.*v2/);
    assert.throws(() => vault.open('', 'x'), /unknown version/);
  });

  it('opens what this version sealed long ago', () => {
    assert.equal(vault.open(sealedOnce, 'environment 1'), '{"A":"1"}');
  });
});

/** `{"A":"1"}` under a master key of 32 bytes 0x01. */
const sealedOnce = 'v1.vHhkDkeIKKrrmrGpkiEcfTvBzH3VeLfPW22XdzSkEOURvBUT8Q';

describe('a secret code', () => {
  it('is 256 random bits, kept as its hash', () => {
    const [one, two] = [newSecretCode(), newSecretCode()];
    assert.match(one, /^[A-Za-z0-9_-]{43}$/);
    assert.notEqual(one, two);
    assert.equal(hashSecretCode('abc'), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});
