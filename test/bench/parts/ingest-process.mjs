/**
 * A process as Lambda starts one: plain Node, no loader of ours, and the bundle. Takes each event in and says how
 * long it took, by the clock and by the processor's time in all threads, and what the process has used since it began.
 */
const [bundle] = process.argv.slice(2);
const { handler } = await import(bundle);

process.on('message', async (event) => {
  const begun = used();
  const context = { awsRequestId: 'benchmark', getRemainingTimeInMillis: () => 120_000 };
  const { batchItemFailures } = await handler(event, context);
  const done = used();
  process.send({
    failed: batchItemFailures.length,
    event: { ms: done.ms - begun.ms, cpuMs: done.cpuMs - begun.cpuMs },
    sinceStart: done,
    // In all since it began: what Lambda would have to give it.
    peakMb: process.resourceUsage().maxRSS / 1_024,
  });
});

function used() {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), cpuMs: (user + system) / 1_000 };
}
