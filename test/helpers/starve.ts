import { readdirSync, readFileSync } from 'node:fs';

/** Of each span a process is let work: a tenth. */
const SPAN_MS = 100;
const WORK_MS = 10;

/** Lets a process and all that it has started work a tenth of the time, until the function that this gives is called. */
export function starve(pid: number): () => void {
  let stopped: readonly number[] = [];
  let isOver = false;
  let timer: NodeJS.Timeout;
  const stop = () => {
    stopped = familyOf(pid);
    for (const each of stopped) signal(each, 'SIGSTOP');
    timer = setTimeout(go, SPAN_MS - WORK_MS);
  };
  const go = () => {
    for (const each of stopped) signal(each, 'SIGCONT');
    if (!isOver) timer = setTimeout(stop, WORK_MS);
  };
  stop();
  return () => {
    isOver = true;
    clearTimeout(timer);
    go();
  };
}

/** A process, and those that it and they have started. */
export function familyOf(pid: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = [pid];
  for (const each of family) family.push(...(children.get(each) ?? []));
  return family;
}

/** What a process is called; an instance of a function bears its name. */
export function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Undefined of one that has ended meanwhile. */
function parentOf(pid: string): number | undefined {
  try {
    // Behind the name, which may hold anything: the state, then the parent.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return undefined;
  }
}

/** One that has ended needs none. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
