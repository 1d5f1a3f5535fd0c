import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { KedgeError } from '../../base/errors.ts';
import { applyChange, describeChange, refuseBadChange, refuseTooMuch } from './config-vars.ts';

/** Few enough that vars and change often name the same, among them the ones that plain objects trip over. */
const key = fc.constantFrom('A', 'B', 'LOG_LEVEL', '__proto__', 'constructor', 'toString');
const vars = fc
  .uniqueArray(fc.tuple(key, fc.string()), { selector: ([name]) => name })
  .map(Object.fromEntries);
const change = fc
  .uniqueArray(fc.tuple(key, fc.option(fc.string())), { selector: ([name]) => name })
  .map(Object.fromEntries);

describe('a change of config vars', () => {
  it('sets what it names, deletes what it names null, and keeps the rest', () => {
    fc.assert(
      fc.property(vars, change, (before, wanted) => {
        const copy = structuredClone(Object.entries(before));
        const after = applyChange(before, wanted);
        for (const [name, value] of Object.entries(wanted))
          assert.equal(own(after, name), value ?? undefined);
        for (const name of Object.keys(before)) {
          if (!Object.hasOwn(wanted, name)) assert.equal(own(after, name), own(before, name));
        }
        for (const name of Object.keys(after)) {
          assert.ok(Object.hasOwn(before, name) || Object.hasOwn(wanted, name), name);
        }
        assert.deepEqual(Object.entries(before), copy, 'what was there before is not touched');
        assert.deepEqual(applyChange(after, wanted), after, 'a second time changes nothing');
      }),
    );
  });

  it('is described by the names of what it set and removed, or not at all', () => {
    fc.assert(
      fc.property(vars, vars, (before, after) => {
        const { set = [], removed = [] } = describeChange(before, after) ?? {};
        const differing = [...Object.keys(before), ...Object.keys(after)].filter(
          (name) => own(before, name) !== own(after, name),
        );
        assert.deepEqual(new Set([...set, ...removed]), new Set(differing));
        assert.ok(removed.every((name) => !Object.hasOwn(after, name)));
        assert.equal(describeChange(before, after) === undefined, differing.length === 0);
      }),
    );
    assert.deepEqual(describeChange({ A: '1', B: '2', C: '3' }, { A: '1', B: '5', D: '4' }), {
      set: ['B', 'D'],
      removed: ['C'],
    });
  });

  it('may not set what the platform sets, but may remove it', () => {
    assert.deepEqual(
      detailsOf(() => refuseBadChange({ PORT: '80', DYNO: 'x', FINE: '' })),
      ['PORT', 'DYNO'],
    );
    refuseBadChange({ PORT: null, DYNO: null });
  });

  it('is limited by bytes, each value and all together', () => {
    refuseBadChange({ A: 'x'.repeat(32_768) });
    assert.deepEqual(
      detailsOf(() => refuseBadChange({ A: 'x'.repeat(32_769) })),
      ['A'],
    );
    assert.deepEqual(
      detailsOf(() => refuseBadChange({ A: '\u00e9'.repeat(16_385) })),
      ['A'],
    );
    refuseTooMuch({ A: 'x'.repeat(32_767), B: 'x'.repeat(32_767) });
    assert.deepEqual(
      detailsOf(() => refuseTooMuch({ A: 'x'.repeat(32_767), B: 'x'.repeat(32_768) })),
      ['config_vars'],
    );
  });
});

function own(vars: Record<string, string>, name: string): string | undefined {
  return Object.getOwnPropertyDescriptor(vars, name)?.value;
}

/** The fields that the refusal names. */
function detailsOf(refused: () => void): string[] {
  try {
    refused();
  } catch (error) {
    assert.ok(error instanceof KedgeError && error.code === 'invalid_params');
    return Object.keys(error.details ?? {});
  }
  return [];
}
