import { readdirSync, readFileSync } from 'node:fs';

/**
 * A process as Lambda starts one: plain Node, no loader of ours, and the bundle. Takes each event in and says how
 * long it took, by the clock and by the processor's time, and what has been used since it began: by all threads, and
 * by the process that reads documents (on Linux, which tells).
 */
const [bundle] = process.argv.slice(2);
const { handler } = await import(bundle);
const MS_PER_TICK = 10;

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
    peakMb: process.resourceUsage().maxRSS / 1_024 + sum(children().map(peakMbOf)),
  });
});

function used() {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), cpuMs: (user + system) / 1_000 + sum(children().map(cpuMsOf)) };
}

function children() {
  try {
    const own = `/proc/${process.pid}/task`;
    return readdirSync(own).flatMap((thread) =>
      readFileSync(`${own}/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
  } catch {
    return [];
  }
}

function peakMbOf(pid) {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
}

function cpuMsOf(pid) {
  // The name of the program, in brackets, may hold blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
