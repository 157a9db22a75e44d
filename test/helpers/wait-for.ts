import { WAIT_MS } from './patience';

/** Asks again until the answer is there; gives up after `within`. */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  within = WAIT_MS,
): Promise<T> {
  const until = Date.now() + within;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`waited ${within} ms in vain for ${what}`);
    await new Promise((later) => setTimeout(later, 50));
  }
}
