import { connect, type Socket } from 'node:net';

export interface Load {
  /** One request each time: the same bytes, or the next ones. */
  request: Buffer | (() => Buffer);
  /** How many requests are under way at once, each on a kept-alive connection of its own. */
  connections: number;
  /** No request is sent after this time, nor after this many. */
  seconds: number;
  requests?: number;
}

export interface LoadResult {
  answers: number;
  seconds: number;
  /** Of every answer, in milliseconds, in ascending order. */
  latencies: Float64Array;
}

const mostRequests = 1_000_000;
const patienceMs = 10_000;

/**
 * HTTP/1.1 on bare sockets, because a client library costs as much as the server that it is to measure. Understands
 * only answers that name their Content-Length; anything but a 2xx ends the run with an error.
 */
export async function applyLoad(port: number, load: Load, signal: AbortSignal): Promise<LoadResult> {
  signal.throwIfAborted();
  const { connections, requests = mostRequests } = load;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const next = typeof load.request === 'function' ? load.request : always(load.request);
  const latencies = new Float64Array(requests);
  const sockets: Socket[] = [];
  let sent = 0;
  let answers = 0;

  const begin = performance.now();
  const end = begin + load.seconds * 1000;
  let last = begin;
  let busy = connections;
  for (let i = 0; i < connections; i++) {
    const exchange = openExchange(port, reject, (began) => {
      last = performance.now();
      if (began !== undefined) latencies[answers++] = last - began;
      if (last < end && sent < requests) {
        sent++;
        exchange.send(next(), last);
      } else if (--busy === 0) resolve();
    });
    sockets.push(exchange.socket);
  }

  const giveUp = setTimeout(
    () => reject(new Error('the server stopped answering')),
    load.seconds * 1000 + patienceMs,
  );
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    await promise;
  } finally {
    clearTimeout(giveUp);
    signal.removeEventListener('abort', abort);
    for (const socket of sockets) socket.destroy();
  }
  return { answers, seconds: (last - begin) / 1000, latencies: latencies.subarray(0, answers).sort() };
}

/** A success and the length of what comes with it. */
const answerLine = /^HTTP\/1\.1 2[\s\S]*?\r\ncontent-length: (\d+)\r\n/i;

interface Exchange {
  socket: Socket;
  send(request: Buffer, now: number): void;
}

/** `onFree` is called once connected, and then after every answer with the time at which its request was sent. */
function openExchange(
  port: number,
  fail: (error: Error) => void,
  onFree: (began?: number) => void,
): Exchange {
  let began = 0;
  let head = '';
  let missing = 0;

  const take = (length: number, bytes: Uint8Array): boolean => {
    if (missing > 0) missing -= length;
    else {
      head += (bytes as Buffer).toString('latin1', 0, length);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return true;
      const bodyLength = answerLine.exec(head)?.[1];
      if (bodyLength === undefined) {
        fail(new Error(`the server answered:\n${head}`));
        return false;
      }
      missing = end + 4 + Number(bodyLength) - head.length;
      head = '';
    }
    if (missing < 0) fail(new Error('the server sent more than it announced'));
    else if (missing === 0) onFree(began);
    return true;
  };

  const buffer = Buffer.allocUnsafe(64 * 1024);
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback: take } });
  socket.on('connect', () => onFree());
  socket.on('error', fail);
  socket.on('end', () => fail(new Error('the server closed a connection')));
  return {
    socket,
    send(request, now) {
      began = now;
      socket.write(request);
    },
  };
}

function always(request: Buffer): () => Buffer {
  return () => request;
}
