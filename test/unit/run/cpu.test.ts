import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { secondsOfFamily } from '#test/helpers/processes';
import { countCpu } from '#test/run/cpu';

/** What a count says at each look, of what the system says. */
function counted(...looks: readonly (number | null)[]): readonly (number | null)[] {
  const rest = [...looks];
  const { seconds, stop } = countCpu(() => rest.shift() ?? null);
  try {
    return looks.map(seconds);
  } finally {
    stop();
  }
}

describe('the count of processor seconds', () => {
  it('goes on where processes end that leave theirs to nobody', () => {
    expect(counted(1, 5, 3, 4, 4, 1)).toEqual([1, 5, 5, 6, 6, 6]);
  });

  it('says nothing where the system tells nothing', () => {
    expect(counted(null, null)).toEqual([null, null]);
  });

  it('has those of a process that has ended, where the system tells', () => {
    const before = secondsOfFamily(process.pid);
    spawnSync(process.execPath, ['-e', BUSY]);
    const after = secondsOfFamily(process.pid);
    if (before === null || after === null) expect(existsSync('/proc/self/stat')).toBe(false);
    else expect(after - before).toBeGreaterThan(0.2);
  });
});

/** Takes that of a processor and ends. */
const BUSY =
  'const used = () => Object.values(process.cpuUsage()).reduce((a, b) => a + b); while (used() < 250_000);';
