import { readFileSync } from 'node:fs';

/** The unit of times under /proc, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Processor time that the process used so far, all its threads together, in user and in kernel mode. */
export function cpuSeconds(pid: number): number {
  return sum(statFields(pid).slice(11, 13)) / ticksPerSecond;
}

/** The same of this process and of those that it started and that have ended. */
export function ownCpuSeconds(): number {
  return sum(statFields('self').slice(11, 15)) / ticksPerSecond;
}

/** Of everything that runs here, and what a hypervisor gave to other machines. */
export function machineCpuSeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user, nice, system, _idle, _waiting, irq, softirq, steal] = line.trim().split(/ +/).slice(1);
  return sum([user, nice, system, irq, softirq, steal]) / ticksPerSecond;
}

/** From the third one on: the second is the program's name, which may hold anything, even spaces and brackets. */
function statFields(pid: number | 'self'): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function sum(ticks: (string | undefined)[]): number {
  return ticks.reduce((total, value) => total + Number(value), 0);
}

export interface Memory {
  /** Proportional set size: its own pages, and its share of those that it shares. */
  pss: number;
  /** The part of it that is heap and the like. */
  anonymous: number;
  /** The part of it that is mapped from files: the program itself, mostly. */
  file: number;
}

/** In MB. */
export function memoryOf(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const megabytes = (field: string) => {
    const kilobytes = new RegExp(`^${field}: +(\\d+) kB$`, 'm').exec(rollup)?.[1];
    if (kilobytes === undefined) throw new Error(`this kernel does not tell ${field} of a process`);
    return Number(kilobytes) / 1000;
  };
  return { pss: megabytes('Pss'), anonymous: megabytes('Pss_Anon'), file: megabytes('Pss_File') };
}
