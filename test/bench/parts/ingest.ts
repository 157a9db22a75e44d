import { build } from '#bin/build';
import { median, type Part } from '../figures';
import { nothings } from '../importing';
import { startStores, takenIn, type Used } from '../ingestion';
import { printedPdf } from '../pdf';

const PAGES = 100;
const PROCESSES = 5;
/** Documents that a process takes in after its first. */
const WARM = 2;

/**
 * What the ingest function takes for a PDF, from its bundle: read from S3, extracted in its process, split, indexed,
 * written and published; without embeddings, which are the model's time. Cold counts from the start of the process.
 * Processor time is of both processes, and hardly knows how busy the machine is, the less as a multiple of what a
 * process takes that does nothing.
 */
export const ingest: Part = async ({ progress }) => {
  await build({ only: ['functions'], log: progress });
  const environment = { ...process.env };
  const stores = await startStores();
  const [cold, warm]: [Used[], Used[]] = [[], []];
  const peaks: number[] = [];
  const idle = [...(await nothings())];
  try {
    progress(`ingest: printing ${PAGES} pages`);
    const files = await Promise.all(
      Array.from({ length: PROCESSES * (1 + WARM) }, async (_, seed) => ({
        format: 'pdf' as const,
        content: await printedPdf(PAGES, seed),
      })),
    );
    for (let turn = 0; turn < PROCESSES; turn++) {
      progress(`ingest: process ${turn + 1} of ${PROCESSES}`);
      const [first, ...others] = await takenIn(files.splice(0, 1 + WARM));
      if (first?.pages !== PAGES) throw new Error(`of ${PAGES} pages ${first?.pages} were read`);
      cold.push(first.sinceStart);
      peaks.push(others.at(-1)?.peakMb ?? 0);
      warm.push(...others.map(({ event }) => event));
    }
  } finally {
    await stores.close();
    // The parts that follow speak to other stores.
    process.env = environment;
  }
  idle.push(...(await nothings()));
  const typical = (of: readonly Used[], what: keyof Used) => median(of.map((used) => used[what]));
  return {
    'ingest.pdf.pages_per_s': (1_000 * PAGES) / typical(warm, 'ms'),
    'ingest.pdf.cold_ms': typical(cold, 'ms'),
    'ingest.pdf.warm_ms': typical(warm, 'ms'),
    'ingest.pdf.cold_cpu_ms': typical(cold, 'cpuMs'),
    'ingest.pdf.cold_of_warm': typical(cold, 'cpuMs') / typical(warm, 'cpuMs'),
    'ingest.pdf.warm_of_nothing': typical(warm, 'cpuMs') / (median(idle) ?? Number.NaN),
    'ingest.pdf.warm_cpu_ms': typical(warm, 'cpuMs'),
    'ingest.pdf.peak_mb': Math.max(...peaks),
  };
};
