import { secondsOfFamily } from '../helpers/processes';

/** A browser's pages live for seconds: what is looked at less often would miss much of the last one. */
const LOOK_MS = 1_000;

export interface CpuCount {
  /** Processor seconds so far; null where the system does not tell. */
  seconds(): number | null;
  stop(): void;
}

/**
 * Counts the processor seconds of this process and of all that it starts: what a run costs, whatever else the
 * machine does. Who ends leaves its seconds to its parent, but not to one that ended before, as a browser does before
 * its pages: then those of all together become fewer, and what is missing is added.
 */
export function countCpu(look = () => secondsOfFamily(process.pid)): CpuCount {
  let [last, lost] = [0, 0];
  const seconds = () => {
    const now = look();
    if (now === null) return null;
    lost += Math.max(0, last - now);
    last = now;
    return now + lost;
  };
  const timer = setInterval(seconds, LOOK_MS);
  return { seconds, stop: () => clearInterval(timer) };
}
