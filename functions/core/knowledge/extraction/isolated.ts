import { Worker } from 'node:worker_threads';
import type { DocumentFormat, FailureReason } from '../../../contract/documents';
import { type ExtractedPart, type Extraction, LongDocument } from './extraction';
import type { PageRange } from './pdf';
import { UnreadableDocument } from './unreadable';

export interface IsolationBounds {
  readonly seconds: number;
  readonly megabytes: number;
}

/** What the thread answers: what it made, that the document is long, or why there is nothing. */
export type IsolatedResult =
  | { readonly made: unknown }
  | { readonly long: { readonly pages: number; readonly pagesAtOnce: number } }
  | { readonly reason: FailureReason; readonly detail: string };

/** What the thread is asked for: one of the three functions of `extract.ts`. */
export type IsolatedRequest =
  | { readonly kind: 'extract'; readonly bytes: Uint8Array; readonly format: DocumentFormat }
  | { readonly kind: 'part'; readonly bytes: Uint8Array; readonly pages: PageRange }
  | { readonly kind: 'assemble'; readonly parts: readonly string[] };

/**
 * Reads documents: as a whole, or part by part where `extract` throws LongDocument. Throws UnreadableDocument when
 * one can't be read for a reason of its own.
 */
export interface DocumentReader {
  extract(bytes: Uint8Array, format: DocumentFormat): Promise<Extraction>;
  extractPart(bytes: Uint8Array, pages: PageRange): Promise<ExtractedPart>;
  assemble(parts: readonly string[]): Promise<Extraction>;
}

/**
 * An extractor that reads in a thread of its own, one document at a time. A file that makes a parser loop or
 * swell ends that thread and fails as `took_too_long` or `expands_too_far`; the function and the documents
 * after it go on with a new thread. `script` is a module that calls `serveExtraction`.
 */
export function createIsolatedExtractor(script: URL, bounds: IsolationBounds): DocumentReader {
  let worker: Worker | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const run = (request: IsolatedRequest) =>
    new Promise<unknown>((resolve, reject) => {
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
        if ('made' in result) resolve(result.made);
        else if ('long' in result) reject(new LongDocument(result.long.pages, result.long.pagesAtOnce));
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

  const ask = (request: IsolatedRequest): Promise<unknown> => {
    const next = turn.then(() => run(request));
    turn = next.catch(() => {});
    return next;
  };
  return {
    extract: (bytes, format) => ask({ kind: 'extract', bytes, format }) as Promise<Extraction>,
    extractPart: (bytes, pages) => ask({ kind: 'part', bytes, pages }) as Promise<ExtractedPart>,
    assemble: (parts) => ask({ kind: 'assemble', parts }) as Promise<Extraction>,
  };
}

function start(script: URL, bounds: IsolationBounds): Worker {
  return new Worker(script, {
    // The parsers of strangers' files see no credentials.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: bounds.megabytes },
  });
}
