import type { MessagePort } from 'node:worker_threads';
import { extract } from './extract';
import type { IsolatedRequest, IsolatedResult } from './isolated';
import { UnreadableDocument } from './unreadable';

/** Answers the requests of `createIsolatedExtractor`: the other end of its thread. */
export function serveExtraction(port: MessagePort): void {
  port.on('message', async ({ bytes, format }: IsolatedRequest) => {
    port.postMessage(await attempt(bytes, format));
  });
}

async function attempt(bytes: Uint8Array, format: IsolatedRequest['format']): Promise<IsolatedResult> {
  try {
    return { extraction: await extract(bytes, format) };
  } catch (error) {
    if (error instanceof UnreadableDocument) return { reason: error.reason, detail: error.message };
    // A parser that stumbles over a file says something about the file, not about us.
    return { reason: 'corrupted', detail: error instanceof Error ? error.message : String(error) };
  }
}
