import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Bytes of memory that each of these processes holds, with those that it started: what Lambda counts. A process that
 * is gone is missing. Node's own code, which processes share here, counts for each, as on AWS, where nothing is shared.
 */
export async function residentBytes(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  return process.platform === 'linux' ? readFromProc(pids) : readFromPs(pids);
}

/** Twenty microseconds a process: what is looked at many times a second where functions work. */
function readFromProc(pids: readonly number[]): ReadonlyMap<number, number> {
  const bytesOf = (pid: number): number | undefined => {
    try {
      const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0;
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
      return children.reduce((sum, child) => sum + (bytesOf(Number(child)) ?? 0), Number(kilobytes) * 1024);
    } catch {
      return undefined;
    }
  };
  return known(pids, bytesOf);
}

/** For systems without /proc. */
export async function readFromPs(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, kilobytes = 0]) => ({ pid, parent, bytes: kilobytes * 1024 }));
  const bytesOf = (pid: number): number | undefined => {
    const own = processes.find((process) => process.pid === pid);
    if (!own) return undefined;
    const children = processes.filter(({ parent }) => parent === pid);
    return children.reduce((sum, child) => sum + (bytesOf(child.pid) ?? 0), own.bytes);
  };
  return known(pids, bytesOf);
}

function known(pids: readonly number[], bytesOf: (pid: number) => number | undefined) {
  const found = new Map<number, number>();
  for (const pid of pids) {
    const bytes = bytesOf(pid);
    if (bytes !== undefined) found.set(pid, bytes);
  }
  return found;
}
