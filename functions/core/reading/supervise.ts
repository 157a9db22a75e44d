import { Worker } from 'node:worker_threads';
import type { IsolatedAnswer, IsolatedRequest, IsolatedResult } from './isolated';

/** A stream inflates by some 200 MB a second: so much it may grow before it is seen. */
const MEMORY_CHECK_MS = 20;
/** What of the memory V8 may fill before it says so itself: it collects no garbage while there is room. */
const HEAP_SHARE = 0.8;
const MEGABYTE = 1024 * 1024;

/**
 * The main thread of the process that reads strangers' files: it hands requests to the thread that parses, watches
 * what the whole process holds, and ends it past `megabytes`. `parser` is a module that calls `serveExtraction`.
 */
export function superviseExtraction(parser: URL, megabytes: number): void {
  const tooLarge = { reason: 'expands_too_far', detail: `more than ${megabytes} MB of memory` } as const;
  const held = () => process.memoryUsage.rss() / MEGABYTE;
  const answer = (result: IsolatedResult, sent?: () => void) =>
    process.send?.({ ...result, heldMegabytes: held() } satisfies IsolatedAnswer, undefined, undefined, sent);
  let watch: NodeJS.Timeout | undefined;

  const worker = new Worker(parser, {
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(megabytes * HEAP_SHARE) },
  });
  worker.on('message', (result: IsolatedResult) => {
    clearInterval(watch);
    answer(result);
  });
  worker.on('error', (error: Error & { readonly code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return answer(tooLarge, () => process.exit());
    throw error;
  });

  // The function is gone, and nobody would take the answer.
  process.on('disconnect', () => process.exit());
  process.on('message', (request: IsolatedRequest) => {
    watch = setInterval(() => {
      if (held() < megabytes) return;
      clearInterval(watch);
      answer(tooLarge, () => process.exit());
    }, MEMORY_CHECK_MS);
    worker.postMessage(request);
  });
}
