/** Milliseconds of processor time that a work takes at best: what else a busy machine does counts little. */
export async function cpuTime(
  work: () => unknown,
  { most = Number.NEGATIVE_INFINITY, times = 3 } = {},
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times && best > most; time++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
