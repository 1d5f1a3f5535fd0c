import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword, verifyPassword } from './password.ts';

/** "password" with the salt "somesalt": from the tests of argon2's reference implementation. */
const known = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';

describe('a password', () => {
  it('is hashed to a PHC string with a salt of its own', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.notEqual(one, two);
    assert.equal(await verifyPassword(one, 'correct horse'), true);
    assert.equal(await verifyPassword(two, 'correct horse'), true);
    assert.equal(await verifyPassword(one, 'correct horsf'), false);
    assert.equal(await verifyPassword(one, ''), false);
  });

  it('is verified with the parameters of its hash', async () => {
    assert.equal(await verifyPassword(known, 'password'), true);
    assert.equal(await verifyPassword(known, 'Password'), false);
    assert.equal(await verifyPassword(known.replace('t=2', 't=3'), 'password'), false);
  });

  it('is the same however its accents were typed', async () => {
    const [composed, decomposed] = ['caf\u00e9 au lait', 'cafe\u0301 au lait'];
    assert.equal(await verifyPassword(await hashPassword(composed), decomposed), true);
    assert.equal(await verifyPassword(await hashPassword(decomposed), composed), true);
  });

  it('never fits an account that has none', async () => {
    for (const password of ['', 'password', '\0'.repeat(32)])
      assert.equal(await verifyPassword(null, password), false);
  });

  it('is not verified against what is no hash', async () => {
    for (const hash of [
      '',
      'password',
      known.replace('argon2id', 'argon2i'),
      known.replace('v=19', 'v=16'),
    ]) {
      await assert.rejects(verifyPassword(hash, 'password'), /not an argon2id PHC string/);
    }
  });
});
