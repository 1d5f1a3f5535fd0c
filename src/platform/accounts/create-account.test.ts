import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { emailPattern, namePattern } from '../../contract/values.ts';
import { teamNameFor } from './create-account.ts';

const name = new RegExp(namePattern);

describe('the name of a personal team', () => {
  it('is the part before the @, made a valid name', () => {
    for (const [email, expected] of Object.entries({
      'ada@example.com': 'ada',
      'Ada.Lovelace@example.com': 'ada-lovelace',
      'ada+kedge@example.com': 'ada-kedge',
      'x@example.com': 'team-x',
      'al@example.com': 'team-al',
      '42@example.com': 'team-of-one',
      '1st.mate@example.com': 'st-mate',
      '___@example.com': 'team-of-one',
      [`${'a'.repeat(29)}.b@example.com`]: 'a'.repeat(29),
      [`${'a'.repeat(64)}@example.com`]: 'a'.repeat(30),
    })) {
      assert.equal(teamNameFor(email), expected, email);
    }
  });

  it('is always valid, whatever the address', () => {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(emailPattern)), (email) => {
        assert.match(teamNameFor(email), name);
      }),
      { numRuns: 200 },
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.match(teamNameFor(text), name)));
  });
});
