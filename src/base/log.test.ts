import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { temporaryDirectory } from '../../test/harness/temporary.ts';
import { createLog, type Log, type LogOptions } from './log.ts';

describe('the log', () => {
  it('writes short lines for a person', () => {
    const { log, lines } = humanLog('info');
    log.info('stopping: SIGTERM');
    log.info({ method: 'GET', url: '/api/v1/apps', status: 200, ms: 3 }, 'request');
    log.warn({ err: new Error('no route') }, 'a database connection was lost');
    log.error({ method: 'PATCH', url: '/x', status: 500, ms: 1, err: new Error('boom') }, 'request');
    const times = lines().map((line) => line.slice(0, 8));
    for (const time of times) assert.match(time, /^\d\d:\d\d:\d\d$/);
    assert.deepEqual(
      lines().map((line) => line.slice(9)),
      [
        'stopping: SIGTERM',
        'GET /api/v1/apps 200 3 ms',
        'warn a database connection was lost: no route',
        'error PATCH /x 500 1 ms: boom',
      ],
    );
  });

  it('leaves out what is below its level', () => {
    const { log, lines } = humanLog('warn');
    log.info('small talk');
    log.warn('trouble');
    assert.deepEqual(
      lines().map((line) => line.slice(9)),
      ['warn trouble'],
    );
  });

  it('writes JSON lines for machines', async () => {
    const { path, remove } = temporaryDirectory();
    const file = join(path, 'log');
    const fd = openSync(file, 'w');
    try {
      const log = createLog({ level: 'info', human: false, stream: { fd } as LogOptions['stream'] });
      log.info({ requestId: 'abc' }, 'hello');
      await new Promise((resolve) => log.flush(resolve));
      const { time, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
      assert.deepEqual(rest, { level: 'info', requestId: 'abc', msg: 'hello' });
      assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    } finally {
      closeSync(fd);
      remove();
    }
  });
});

function humanLog(level: LogOptions['level']): { log: Log; lines(): string[] } {
  const stream = new PassThrough({ encoding: 'utf8' });
  let text = '';
  return {
    log: createLog({ level, human: true, stream: stream as unknown as LogOptions['stream'] }),
    lines() {
      text += stream.read() ?? '';
      return text.trimEnd().split('\n');
    },
  };
}
