/**
 * A process as Lambda starts one: plain Node, no loader of ours, and the bundle. Takes each event in and says how
 * long it took, and how long after the process began it was done.
 */
const [bundle] = process.argv.slice(2);
const { handler } = await import(bundle);

process.on('message', async (event) => {
  const begun = performance.now();
  const context = { awsRequestId: 'benchmark', getRemainingTimeInMillis: () => 120_000 };
  const { batchItemFailures } = await handler(event, context);
  const done = performance.now();
  process.send({ failed: batchItemFailures.length, ms: done - begun, sinceStart: done });
});
