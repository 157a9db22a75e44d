import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DocumentFormat, FailureReason } from '#contract/knowledge/documents';
import { type ExtractedPart, type Extraction, LongDocument } from './extraction';
import type { PageRange } from './pdf';
import type { Picture } from './png';
import { type Scan, UnreadableDocument } from './unreadable';

export interface IsolationBounds {
  readonly seconds: number;
  /** Of memory that the process holds in all: heap, buffers, and what inflating allocates outside of both. */
  readonly megabytes: number;
}

/** What the process answers: what it made, that the document is long, or why there is nothing. */
export type IsolatedResult =
  | { readonly made: unknown }
  | { readonly long: { readonly pages: number; readonly pagesAtOnce: number } }
  | { readonly reason: FailureReason; readonly detail: string; readonly scan?: Scan | null };

/** A result, and how much memory the process holds after it. */
export type IsolatedAnswer = IsolatedResult & { readonly heldMegabytes: number };

/** What the process is asked for: one of the four functions of `extract.ts`. */
export type IsolatedRequest =
  | { readonly kind: 'extract'; readonly bytes: Uint8Array; readonly format: DocumentFormat }
  | { readonly kind: 'part'; readonly bytes: Uint8Array; readonly pages: PageRange }
  | { readonly kind: 'assemble'; readonly parts: readonly string[] }
  | { readonly kind: 'pictures'; readonly bytes: Uint8Array; readonly page: number };

/**
 * Reads documents: as a whole, or part by part where `extract` throws LongDocument. Throws UnreadableDocument when
 * one can't be read for a reason of its own.
 */
export interface DocumentReader {
  extract(bytes: Uint8Array, format: DocumentFormat): Promise<Extraction>;
  extractPart(bytes: Uint8Array, pages: PageRange): Promise<ExtractedPart>;
  assemble(parts: readonly string[]): Promise<Extraction>;
  /** The pictures on a page of a PDF. */
  extractPictures(bytes: Uint8Array, page: number): Promise<readonly Picture[]>;
}

/** A process that holds more after a document is ended: the function needs the room for what it makes of it. */
const KEPT_MEGABYTES = 320;

/**
 * An extractor that reads in a process of its own, one document at a time. A file that makes a parser loop or swell
 * ends that process and fails as `took_too_long` or `expands_too_far`; the function and the documents after it go on
 * with a new one. A thread would not do: what it inflated stays with the function when it is ended. `script` is a
 * module that calls `superviseExtraction`.
 */
export function createIsolatedExtractor(script: URL, bounds: IsolationBounds): DocumentReader {
  let child: ChildProcess | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const begin = (): ChildProcess => {
    const begun = start(script, bounds);
    const forget = () => {
      if (child === begun) child = undefined;
    };
    begun.on('exit', forget).on('error', forget);
    return begun;
  };
  // A function that waits for nothing but this process may end.
  const rest = (idle: ChildProcess) => {
    idle.unref();
    idle.channel?.unref();
  };
  // It loads while the function still fetches its first document.
  child = begin();
  rest(child);

  const run = (request: IsolatedRequest) =>
    new Promise<unknown>((resolve, reject) => {
      // A process that has read a document is kept: its libraries are loaded and compiled.
      const current = child ?? begin();
      child = current;
      const timer = setTimeout(() => {
        retire();
        reject(new UnreadableDocument('took_too_long', `more than ${bounds.seconds} s`));
      }, bounds.seconds * 1000);
      const settle = () => {
        clearTimeout(timer);
        current.off('message', answered).off('exit', exited).off('error', failed);
        rest(current);
      };
      const retire = () => {
        settle();
        child = undefined;
        current.kill('SIGKILL');
      };
      const answered = (answer: IsolatedAnswer) => {
        const swelled = 'reason' in answer && answer.reason === 'expands_too_far';
        if (swelled || answer.heldMegabytes > KEPT_MEGABYTES) retire();
        else settle();
        if ('made' in answer) resolve(answer.made);
        else if ('long' in answer) reject(new LongDocument(answer.long.pages, answer.long.pagesAtOnce));
        else reject(new UnreadableDocument(answer.reason, answer.detail, answer.scan));
      };
      const failed = (error: Error) => {
        retire();
        reject(error);
      };
      const exited = (code: number | null, signal: NodeJS.Signals | null) => {
        retire();
        // Nobody else ends it so: the system had no memory left, or V8.
        if (signal) reject(new UnreadableDocument('expands_too_far', `ended by ${signal}`));
        else reject(new Error(`The process that reads documents ended with ${code}.`));
      };
      current.ref();
      current.channel?.ref();
      current.on('message', answered).on('exit', exited).on('error', failed);
      current.send(request);
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
    extractPictures: (bytes, page) => ask({ kind: 'pictures', bytes, page }) as Promise<readonly Picture[]>,
  };
}

function start(script: URL, bounds: IsolationBounds): ChildProcess {
  // Where Lambda keeps Node's own libraries.
  const { LD_LIBRARY_PATH } = process.env;
  return fork(fileURLToPath(script), [String(bounds.megabytes)], {
    // The parsers of strangers' files see no credentials.
    env: LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH },
    execArgv: [],
    serialization: 'advanced',
  });
}
