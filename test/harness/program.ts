import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Program {
  /** The next line that it prints. */
  line(): Promise<string>;
  /** Sends the signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** A few lines of JavaScript in a process of their own. */
export function startProgram(code: string): Program {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error('the program ended before it said anything');
      return value;
    },
    async end(signal) {
      child.kill(signal);
      await exited;
    },
  };
}
