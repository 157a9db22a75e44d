import type { MessagePort } from 'node:worker_threads';
import { assemble, extract, extractPart, extractPictures } from './extract';
import { LongDocument } from './extraction';
import type { IsolatedRequest, IsolatedResult } from './isolated';
import { UnreadableDocument } from './unreadable';

/** Answers the requests of `createIsolatedExtractor`: the thread of its process that parses. */
export function serveExtraction(port: MessagePort): void {
  port.on('message', async (request: IsolatedRequest) => {
    port.postMessage(await attempt(request));
  });
}

async function attempt(request: IsolatedRequest): Promise<IsolatedResult> {
  try {
    return { made: await make(request) };
  } catch (error) {
    if (error instanceof LongDocument) {
      const { pages, pagesAtOnce } = error;
      return { long: { pages, pagesAtOnce } };
    }
    if (error instanceof UnreadableDocument)
      return { reason: error.reason, detail: error.message, scan: error.scan };
    // A parser that stumbles over a file says something about the file, not about us.
    return { reason: 'corrupted', detail: error instanceof Error ? error.message : String(error) };
  }
}

async function make(request: IsolatedRequest): Promise<unknown> {
  switch (request.kind) {
    case 'extract':
      return extract(request.bytes, request.format);
    case 'part':
      return extractPart(request.bytes, request.pages);
    case 'assemble':
      return assemble(request.parts);
    case 'pictures':
      return extractPictures(request.bytes, request.page);
  }
}
