import { vi } from 'vitest';
import { server } from './render';

export const BUCKET = 'https://bucket.parley.test/';

/** Stands in for the bucket that files are posted to and fetched from, until globals are put back. */
export function openBucket(): void {
  vi.stubGlobal('XMLHttpRequest', FakePost);
  vi.stubGlobal('fetch', (async (input, init) =>
    String(input).startsWith(BUCKET)
      ? new Response('A file.')
      : server.fetch(input, init)) satisfies typeof fetch);
}

/** Takes whatever is posted. */
class FakePost {
  readonly upload: { onprogress: (() => void) | null } = { onprogress: null };
  readonly status = 204;
  onload: (() => void) | null = null;

  open(): void {}

  send(): void {
    setTimeout(() => this.onload?.());
  }

  abort(): void {}
}
