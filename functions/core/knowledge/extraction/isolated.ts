import { Worker } from 'node:worker_threads';
import type { DocumentFormat, FailureReason } from '../../../contract/documents';
import type { Extraction } from './extraction';
import { UnreadableDocument } from './unreadable';

export interface IsolationBounds {
  readonly seconds: number;
  readonly megabytes: number;
}

/** What the thread answers: the blocks, or why there are none. */
export type IsolatedResult =
  | { readonly extraction: Extraction }
  | { readonly reason: FailureReason; readonly detail: string };

export interface IsolatedRequest {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
}

/**
 * An extractor that reads in a thread of its own, one document at a time. A file that makes a parser loop or
 * swell ends that thread and fails as `took_too_long` or `expands_too_far`; the function and the documents
 * after it go on with a new thread. `script` is a module that calls `serveExtraction`.
 */
export function createIsolatedExtractor(
  script: URL,
  bounds: IsolationBounds,
): (bytes: Uint8Array, format: DocumentFormat) => Promise<Extraction> {
  let worker: Worker | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const run = (request: IsolatedRequest) =>
    new Promise<Extraction>((resolve, reject) => {
      // A thread that has read a document is kept: its libraries are loaded and compiled.
      const current = worker ?? start(script, bounds);
      worker = current;
      const timer = setTimeout(() => {
        retire();
        reject(new UnreadableDocument('took_too_long', `more than ${bounds.seconds} s`));
      }, bounds.seconds * 1000);
      // By name: a worker whose listeners are all removed never emits a message again.
      const settle = () => {
        clearTimeout(timer);
        current.off('message', answered).off('error', failed);
        // A function that waits for nothing but this thread may end.
        current.unref();
      };
      const retire = () => {
        settle();
        worker = undefined;
        // Errors of a thread that is being ended concern nobody.
        current.on('error', () => {});
        void current.terminate();
      };
      const answered = (result: IsolatedResult) => {
        settle();
        if ('extraction' in result) resolve(result.extraction);
        else reject(new UnreadableDocument(result.reason, result.detail));
      };
      const failed = (error: Error & { readonly code?: string }) => {
        retire();
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new UnreadableDocument('expands_too_far', `more than ${bounds.megabytes} MB of memory`)
            : error,
        );
      };
      current.ref();
      current.on('message', answered);
      current.on('error', failed);
      current.postMessage(request);
    });

  return (bytes, format) => {
    const next = turn.then(() => run({ bytes, format }));
    turn = next.catch(() => {});
    return next;
  };
}

function start(script: URL, bounds: IsolationBounds): Worker {
  return new Worker(script, {
    // The parsers of strangers' files see no credentials.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: bounds.megabytes },
  });
}
