/**
 * How long tests wait for what is to happen. It bounds what hangs and measures nothing: a busy machine is late by a
 * minute, and is not wrong. The one place for it; no test has a time-out of its own.
 */

/** A single wait: `expect.poll`, Playwright's, `waitFor`'s. */
export const WAIT_MS = 120_000;

/** A test or a hook as a whole. */
export const TEST_MS = 300_000;
