import { readFileSync } from 'node:fs';

/** Of `/proc/PID/stat`, which counts in hundredths of a second wherever Linux runs. */
const TICKS_A_SECOND = 100;

/**
 * Processor seconds that ended children took, theirs included: what a run costs, whatever else the machine does. Those
 * that lost their parent are not in it. Null where the system does not tell.
 */
export function secondsOfChildren(): number | null {
  let stat: string;
  try {
    stat = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return null;
  }
  // The second field is a name in parentheses that may hold spaces; cutime and cstime are the 16th and the 17th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}
