import { WAIT_MS } from './patience';

const SHORTEST_MS = 50;
const LONGEST_MS = 250;

/**
 * Asks again until the answer is there; gives up after `within`. What takes long is asked for less and less often: each
 * time is a whole call of the API, on the processor that what is waited for needs.
 */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  within = WAIT_MS,
): Promise<T> {
  const until = Date.now() + within;
  for (let pause = SHORTEST_MS; ; pause = Math.min(LONGEST_MS, pause * 1.25)) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`waited ${within} ms in vain for ${what}`);
    await new Promise((later) => setTimeout(later, pause));
  }
}
