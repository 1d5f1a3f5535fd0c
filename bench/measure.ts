import { applyLoad, type Load } from './load.ts';
import { cpuSeconds } from './process-cost.ts';
import type { ServerProcess } from './server-process.ts';

/** What a server gave under a load, and what that cost. In a ratio, each field is a ratio. */
export interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of processor time of the server, per request: honest even where the load was the bottleneck. */
  cpu: number;
  /** How much of one processor the load generator itself took. */
  loadShare: number;
}

const fields = ['perSecond', 'p50', 'p99', 'cpu', 'loadShare'] as const;

export async function measure(server: ServerProcess, load: Load, signal: AbortSignal): Promise<Measured> {
  const before = cpuSeconds(server.pid);
  const own = process.cpuUsage();
  const { answers, seconds, latencies } = await applyLoad(server.port, load, signal);
  const { user, system } = process.cpuUsage(own);
  const percentile = (share: number) => latencies[Math.floor((answers - 1) * share)]!;
  return {
    perSecond: answers / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    cpu: ((cpuSeconds(server.pid) - before) / answers) * 1e6,
    loadShare: (user + system) / 1e6 / seconds,
  };
}

export function medianOf(rounds: Measured[]): Measured {
  return forEachField((field) => median(rounds.map((round) => round[field])));
}

/** The quotient of the medians that the table shows. The rounds take turns, so that both sides see the same machine. */
export function medianRatio(rounds: Measured[], base: Measured[]): Measured {
  const [ofRounds, ofBase] = [medianOf(rounds), medianOf(base)];
  return forEachField((field) => ofRounds[field] / ofBase[field]);
}

function forEachField(value: (field: (typeof fields)[number]) => number): Measured {
  return Object.fromEntries(fields.map((field) => [field, value(field)])) as unknown as Measured;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
