import { availableParallelism, cpus } from 'node:os';
import type { Measured } from './measure.ts';

export interface Budget {
  what: string;
  value: number;
  unit?: string;
  limit: { atLeast: number } | { atMost: number };
}

export interface Row {
  what: string;
  measured: Measured;
  /** Against the row that `to` names. */
  ratio?: Measured & { to: string };
}

/** An absolute number says little without it. */
export function describeMachine(): string {
  return `Node ${process.version}, ${availableParallelism()} processors (${cpus()[0]?.model.trim() ?? 'unknown'})`;
}

export function formatRows(rows: Row[]): string {
  const heads = ['', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs/req', '× req/s', '× p50', '× CPU', 'compared with'];
  const lines = rows.map(({ what, measured, ratio }) => [
    what,
    measured.perSecond.toLocaleString('en', { maximumFractionDigits: measured.perSecond < 100 ? 1 : 0 }),
    measured.p50.toFixed(2),
    measured.p99.toFixed(2),
    measured.cpu.toLocaleString('en', { maximumFractionDigits: 0 }),
    ...(ratio ? [ratio.perSecond, ratio.p50, ratio.cpu].map((value) => value.toFixed(2)) : ['', '', '']),
    ratio?.to ?? '',
  ]);
  const widths = heads.map((head, i) => Math.max(head.length, ...lines.map((line) => line[i]!.length)));
  const isText = (column: number) => column === 0 || column === heads.length - 1;
  return [heads, ...lines]
    .map((line) => line.map((cell, i) => (isText(i) ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

export function isMet({ value, limit }: Budget): boolean {
  return 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
}

export function formatBudgets(budgets: Budget[]): string {
  const width = Math.max(...budgets.map((budget) => budget.what.length));
  return budgets
    .map((budget) => {
      const { what, value, unit = '', limit } = budget;
      const bound = 'atLeast' in limit ? `at least ${limit.atLeast}` : `at most ${limit.atMost}`;
      const found = value.toFixed(unit === '' ? 2 : 1);
      return `${isMet(budget) ? 'met   ' : 'missed'}  ${what.padEnd(width)}  ${found}${unit} (${bound}${unit})`;
    })
    .join('\n');
}
