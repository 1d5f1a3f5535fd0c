import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role } from '../../contract/values.ts';
import { atLeast, strongest } from './roles.ts';

const ascending: Role[] = ['viewer', 'member', 'admin'];

describe('roles', () => {
  it('each include the ones below', () => {
    for (const [mine, role] of ascending.entries()) {
      for (const [asked, needed] of ascending.entries()) {
        assert.equal(atLeast(role, needed), mine >= asked, `${role} for ${needed}`);
      }
    }
  });

  it('add up to the strongest', () => {
    assert.equal(strongest('viewer', 'admin', 'member'), 'admin');
    assert.equal(strongest(null, 'viewer', null), 'viewer');
    assert.equal(strongest('member', 'viewer'), 'member');
    assert.equal(strongest(null, null), null);
    assert.equal(strongest(), null);
  });
});
