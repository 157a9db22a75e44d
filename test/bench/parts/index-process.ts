import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { buildSegment } from '#core/retrieval/build';
import { mergeSegments } from '#core/retrieval/merge';
import { search } from '#core/retrieval/search';
import { openSegment, type Segment } from '#core/retrieval/segment';
import { type Figures, percentile } from '../figures';
import { SyntheticText } from '../synthetic';

/** Passages of a synthetic document. */
const DOCUMENT = 500;
const QUESTIONS = 1_000;
const WARM_UP = 100;

const [task, file = '', count = ''] = process.argv.slice(2);
process.send?.(task === 'build' ? build(file, Number(count)) : measure(file));

/** Builds documents and merges them, as the pipeline does. */
function build(path: string, passages: number): Figures {
  const text = new SyntheticText(1);
  const begun = performance.now();
  let segments: Segment[] = [];
  for (let made = 0; made < passages; made += DOCUMENT) {
    const bytes = buildSegment({
      documentId: `document-${made}`,
      title: `Document ${made}`,
      language: 'en',
      passages: Array.from({ length: Math.min(DOCUMENT, passages - made) }, () => text.passage()),
    });
    segments.push(openSegment(bytes));
  }
  const built = performance.now();
  while (segments.length > 1) {
    const merged: Segment[] = [];
    for (let i = 0; i < segments.length; i += 20) {
      merged.push(openSegment(mergeSegments(segments.slice(i, i + 20).map((segment) => ({ segment })))));
    }
    segments = merged;
  }
  const merged = performance.now();
  const [segment] = segments;
  if (!segment) throw new Error('Nothing was built');
  writeFileSync(path, mergeSegments([{ segment }]));
  return { build_passages_per_s: (1_000 * passages) / (built - begun), merge_ms: merged - built };
}

function measure(path: string): Figures {
  openSegment(buildSegment({ documentId: 'warm', title: '', language: 'en', passages: [] }));
  const before = memory();
  const bytes = readFileSync(path);
  const opening = stopwatch();
  const segment = openSegment(bytes);
  const opened = opening();

  const text = new SyntheticText(2);
  const times: Took[] = [];
  for (let i = 0; i < WARM_UP + QUESTIONS; i++) {
    const question = text.question(segment.passage((i * 7_919) % segment.passageCount));
    const asking = stopwatch();
    search([{ segment }], question, { limit: 8 });
    if (i >= WARM_UP) times.push(asking());
  }
  const after = memory();
  const wall = times.map(({ ms }) => ms);
  const cpu = times.map(({ cpuMs }) => cpuMs);
  return {
    open_ms: opened.ms,
    open_cpu_ms: opened.cpuMs,
    query_p50_ms: percentile(wall, 0.5),
    query_p99_ms: percentile(wall, 0.99),
    query_cpu_p99_ms: percentile(cpu, 0.99),
    memory_mb: (after - before) / 1e6,
    bytes_per_passage: statSync(path).size / segment.passageCount,
  };
}

interface Took {
  readonly ms: number;
  /** Of the processor: hardly knows how busy the machine is. */
  readonly cpuMs: number;
}

function stopwatch(): () => Took {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { ms: performance.now() - begun, cpuMs: (user + system) / 1_000 };
  };
}

/** Heap and buffers that are in use. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
