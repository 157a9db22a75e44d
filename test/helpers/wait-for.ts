/**
 * Asks again until the answer is there. Gives up after `within`, which is long: it bounds a test that hangs and
 * measures nothing.
 */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  within = 60_000,
): Promise<T> {
  const until = Date.now() + within;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`waited ${within} ms in vain for ${what}`);
    await new Promise((later) => setTimeout(later, 50));
  }
}
