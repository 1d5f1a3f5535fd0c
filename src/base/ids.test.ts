import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isId, newId } from './ids.ts';

describe('ids', () => {
  it('are UUIDs of version 7 that hold the time', (t) => {
    const now = Date.now() + 1000;
    t.mock.timers.enable({ apis: ['Date'], now });
    const id = newId();
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.ok(isId(id));
    assert.equal(Number.parseInt(id.replace('-', '').slice(0, 12), 16), now);
  });

  it('ascend within a millisecond, beyond what its counter holds, and when the clock goes back', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2000 });
    const ids = Array.from({ length: 10_000 }, newId);
    t.mock.timers.setTime(Date.now() - 60_000);
    ids.push(newId());
    t.mock.timers.setTime(Date.now() + 120_000);
    ids.push(newId());
    for (const [n, id] of ids.entries()) assert.ok(n === 0 || id > ids[n - 1]!, `${ids[n - 1]} then ${id}`);
    assert.ok(ids.every(isId));
  });

  it('cannot be guessed from one another', () => {
    const tails = new Set(Array.from({ length: 1000 }, () => newId().slice(20)));
    assert.equal(tails.size, 1000);
  });

  it('are told from other text', () => {
    const id = newId();
    for (const text of [
      '',
      id.toUpperCase(),
      `${id} `,
      `${id}\n`,
      `x${id}`,
      id.replaceAll('-', ''),
      id.slice(1),
      `{${id}}`,
    ]) {
      assert.equal(isId(text), false, JSON.stringify(text));
    }
  });
});
