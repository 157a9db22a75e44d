import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** How often a watched family is looked at: what lives for less time is not seen. */
const WATCH_MS = 100;

/** What a process, and all that it has started, have taken since they are watched: also of those that have ended. */
export interface Watched {
  /** Of a processor. */
  readonly seconds: number;
  /** The most that the process itself has held, and the others together, in megabytes. */
  readonly ownPeakMb: number;
  readonly othersPeakMb: number;
}

/** Watches until the function that this gives is called. */
export function watchFamily(pid: number): () => Watched {
  const cpu = new Map<number, number>();
  let [own, others] = [0, 0];
  const look = () => {
    const [first, ...rest] = familyOf(pid).map((each) => {
      cpu.set(each, Math.max(cpu.get(each) ?? 0, cpuMsOf(each)));
      return residentMbOf(each);
    });
    own = Math.max(own, first ?? 0);
    others = Math.max(others, total(rest));
  };
  const timer = setInterval(look, WATCH_MS);
  return () => {
    clearInterval(timer);
    look();
    return { seconds: total([...cpu.values()]) / 1_000, ownPeakMb: own, othersPeakMb: others };
  };
}

/** Milliseconds of a processor that a process has taken; Linux counts in hundredths of a second. */
export function cpuMsOf(pid: number): number {
  const [user = 0, system = 0] = fieldsOf(pid).slice(11, 13).map(Number);
  return 10 * (user + system);
}

/** Seconds of a processor that a family has taken, with those that ended and left theirs to it; null but on Linux. */
export function secondsOfFamily(pid: number): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const ticks = familyOf(pid).flatMap((each) => fieldsOf(each).slice(11, 15).map(Number));
  return total(ticks) / 100;
}

/** What a process holds. */
function residentMbOf(pid: number): number {
  const pages = Number(fieldsOf(pid)[21] ?? 0);
  return (pages * PAGE_BYTES) / 2 ** 20;
}

const PAGE_BYTES = 4_096;

/** The same, where what several processes hold counts for each by its share. */
export function shareMbOf(pid: number): number {
  const rollup = readIfThere(`/proc/${pid}/smaps_rollup`);
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1_024;
}

/** A process, and those that it and they have started. */
export function familyOf(pid: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const each of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const parent = parentOf(each);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), each]);
  }
  const family = [pid];
  for (const each of family) family.push(...(children.get(each) ?? []));
  return family;
}

/** What a process is called; an instance of a function bears its name. */
export function nameOf(pid: number): string {
  return readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
}

/** Undefined of one that has ended meanwhile. */
function parentOf(pid: number): number | undefined {
  const [, parent] = fieldsOf(pid);
  return parent === undefined ? undefined : Number(parent);
}

/** Of its state, those behind its name, which may hold anything; none of one that has ended. */
function fieldsOf(pid: number): readonly string[] {
  return /^.*\) (.*)$/s.exec(readIfThere(`/proc/${pid}/stat`))?.[1]?.split(' ') ?? [];
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** One that has ended needs none. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
