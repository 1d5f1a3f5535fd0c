import { writeSync } from 'node:fs';
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
  const destination = options.human ? humanLines(options.stream) : new BufferedLines(options.stream.fd);
  return Object.assign(pino(settings, destination), {
    line(fields: string) {
      if (options.level === 'info') destination.write(`{"level":"info"${isoTime()},${fields}}\n`);
    },
    flush: (done?: () => void) => {
      if (destination instanceof BufferedLines) destination.flush();
      done?.();
    },
  });
}

const writeAtBytes = 16_000;
const writeEveryMs = 500;
const keepBytes = 1_000_000;

/**
 * Writes many lines at once, and what is left when the process ends. A reader that does not keep up costs lines, which
 * are counted, and never memory without end.
 */
class BufferedLines {
  readonly #fd: number;
  #text = '';
  #dropped = 0;

  constructor(fd: number) {
    this.#fd = fd;
    setInterval(() => this.flush(), writeEveryMs).unref();
    process.once('exit', () => this.flush());
  }

  write(line: string): void {
    if (this.#text.length > keepBytes) {
      this.#dropped += 1;
      return;
    }
    this.#text += line;
    if (this.#text.length >= writeAtBytes) this.flush();
  }

  flush(): void {
    if (this.#dropped > 0 && this.#text.length < keepBytes) {
      this.#text += `{"level":"warn"${isoTime()},"dropped":${this.#dropped},"msg":"log lines were dropped"}\n`;
      this.#dropped = 0;
    }
    if (this.#text === '') return;
    const bytes = Buffer.from(this.#text);
    const written = writeWhatFits(this.#fd, bytes);
    this.#text = written === bytes.length ? '' : bytes.subarray(written).toString();
  }
}

/** As much as a pipe takes; nothing where its reader is slow or gone. */
function writeWhatFits(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    return bytes.length;
  }
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
