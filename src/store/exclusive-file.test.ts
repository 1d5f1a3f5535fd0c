import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Program, startProgram } from '../../test/harness/program.ts';
import { temporaryDirectory } from '../../test/harness/temporary.ts';
import { holdExclusively } from './exclusive-file.ts';

describe('a file that is held exclusively', () => {
  const directory = temporaryDirectory();
  const programs: Program[] = [];
  after(async () => {
    await Promise.all(programs.map((program) => program.end('SIGKILL')));
    directory.remove();
  });

  it('has one holder at a time', () => {
    const file = join(directory.path, 'one.lock');
    const holder = holdExclusively(file);
    assert.ok(holder);
    assert.equal(holdExclusively(file), undefined);
    holder.release();
    const next = holdExclusively(file);
    assert.ok(next);
    next.release();
  });

  it('is refused to another process, and from one', async () => {
    const file = join(directory.path, 'two.lock');
    const holder = holdExclusively(file);
    assert.equal(await hold(file).line(), 'refused');
    holder?.release();
    assert.equal(await hold(file).line(), 'held');
    assert.equal(holdExclusively(file), undefined);
  });

  it('is free when its holder was killed', async () => {
    const file = join(directory.path, 'three.lock');
    const program = hold(file);
    assert.equal(await program.line(), 'held');
    assert.equal(holdExclusively(file), undefined);
    await program.end('SIGKILL');
    const next = holdExclusively(file);
    assert.ok(next);
    next.release();
  });

  it('says why it cannot be held at all', () => {
    assert.throws(() => holdExclusively(join(directory.path, 'nowhere', 'lock')), /unable to open/);
  });

  /** Tries it in another process, which lives until it is ended. */
  function hold(file: string): Program {
    const module = new URL('./exclusive-file.ts', import.meta.url).href;
    const program = startProgram(`
      import { holdExclusively } from ${JSON.stringify(module)};
      globalThis.holder = holdExclusively(${JSON.stringify(file)});
      console.log(globalThis.holder ? 'held' : 'refused');
      setInterval(() => {}, 60_000);
    `);
    programs.push(program);
    return program;
  }
});
