import { invalidParams } from '../../base/errors.ts';
import {
  type ConfigVars,
  type ConfigVarsChange,
  maxTotalBytes,
  maxValueBytes,
} from '../../contract/config-var.ts';

/** Set by the platform itself in every dyno. */
const reservedKeys = new Set(['PORT', 'DYNO']);

/** The vars after the change; the ones before are not touched. */
export function applyChange(vars: ConfigVars, change: ConfigVarsChange): ConfigVars {
  const after = new Map(Object.entries(vars));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) after.delete(key);
    else after.set(key, value);
  }
  return Object.fromEntries(after);
}

export function refuseBadChange(change: ConfigVarsChange): void {
  const problems = new Map<string, string>();
  for (const [key, value] of Object.entries(change)) {
    if (value === null) continue;
    if (reservedKeys.has(key)) problems.set(key, 'is set by the platform itself');
    else if (Buffer.byteLength(value) > maxValueBytes) problems.set(key, 'is longer than 32 KiB');
  }
  if (problems.size > 0) throw invalidParams(Object.fromEntries(problems));
}

export function refuseTooMuch(vars: ConfigVars): void {
  let bytes = 0;
  for (const [key, value] of Object.entries(vars)) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  if (bytes > maxTotalBytes)
    throw invalidParams({ config_vars: `are ${bytes} bytes together, more than 64 KiB` });
}

/** The names of what a change set and removed, or undefined where it changed nothing. */
export function describeChange(
  before: ConfigVars,
  after: ConfigVars,
): { set: string[]; removed: string[] } | undefined {
  const was = new Map(Object.entries(before));
  const set = Object.entries(after)
    .filter(([key, value]) => was.get(key) !== value)
    .map(([key]) => key);
  const now = new Set(Object.keys(after));
  const removed = [...was.keys()].filter((key) => !now.has(key));
  return set.length + removed.length > 0 ? { set, removed } : undefined;
}
