import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';

export type Log = Logger & {
  /** A line that was written out by its caller, for what happens thousands of times a second. */
  line(fields: string): void;
};

export interface LogOptions {
  level: 'info' | 'warn' | 'silent';
  /** A person watches: short lines in place of JSON. */
  human: boolean;
  stream: NodeJS.WriteStream & { fd: number };
}

/** Structured lines for machines, short ones for a terminal. Secrets are kept out by what is logged, not by filters. */
export function createLog(options: LogOptions): Log {
  const settings = {
    level: options.level,
    base: null,
    timestamp: isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const destination = options.human
    ? humanLines(options.stream)
    : pino.destination({ dest: options.stream.fd, sync: true, minLength: 16_000, periodicFlush: 500 });
  return Object.assign(pino(settings, destination), {
    line(fields: string) {
      if (options.level === 'info') destination.write(`{"level":"info"${isoTime()},${fields}}\n`);
    },
  });
}

/** Many lines fall into one millisecond, and writing a date out costs more than the rest of a line. */
function isoTime(): string {
  const now = Date.now();
  if (now !== written.at) {
    written.at = now;
    written.text = `,"time":"${new Date(now).toISOString()}"`;
  }
  return written.text;
}

const written = { at: 0, text: '' };

export const silentLog: Log = Object.assign(pino({ level: 'silent' }), { line: () => undefined });

function humanLines(out: NodeJS.WriteStream): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      out.write(humanLine(chunk.toString()));
      done();
    },
  });
}

function humanLine(json: string): string {
  const { level, time, msg, method, url, status, ms, err } = JSON.parse(json);
  const at = String(time).slice(11, 19);
  const what = method ? `${method} ${url} ${status} ${ms} ms` : msg;
  const why = err?.message ? `: ${err.message}` : '';
  return `${at} ${level === 'info' ? '' : `${level} `}${what}${why}\n`;
}
