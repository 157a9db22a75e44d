import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// This process and its workers: what functions log in tests that make them fail, and that this Node is old for the
// SDK, would bury what a run has to say.
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
// What every function has; metrics would be lines in between.
process.env.STAGE ??= 'test';
process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
// Where the machine stands and what it speaks decide nothing: dates are written and words sorted alike everywhere, in
// workers, in the browsers and in the commands that they start.
Object.assign(process.env, { TZ: 'UTC', LC_ALL: 'C.UTF-8' });

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is only late on a busy machine is not wrong. */
const patient = { expect: { poll: { timeout: 20_000 } } };

/** Where processes, sockets and browsers play together a busy machine may be late once; what fails twice is broken. */
const secondTry = { retry: 1 };

/** Named so because they take seconds: floods, kills, measured quality. `npm test -- quick` leaves them out. */
const slow = 'test/unit/**/*.slow.test.ts';

/** Unit tests that put something in the place of a module, of a client or of what a browser has. */
const standIns = readdirSync(path.join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })
  .map((file) => `test/unit/${file.replaceAll(path.sep, '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file) && !file.endsWith('.slow.test.ts'))
  .filter((file) =>
    /\bvi\.((do)?mock|stubGlobal)\(|\bmockClient\(|\bprepareConversations\(/.test(
      readFileSync(path.join(root, file), 'utf8'),
    ),
  );

/** Files share what they load, and keep no state in it: loading all anew for each is up to half of what tests cost. */
const sharedModules = { isolate: false };

/** Projects that talk to a running cloud share one, started by the global setup when such a test is to run. */
const wholeCloud = { globalSetup: ['test/helpers/global-setup.ts'] };

/**
 * What a browser test waits for beside its next step rejects after the test has failed there. The failure is told and
 * tried again as the test's own; counted here it would fail a run whose second try passed.
 */
const isLeftWaiting = ({ name }: { readonly name?: string }) => name === 'TimeoutError';

export default defineConfig({
  test: {
    onUnhandledError: (error) => !isLeftWaiting(error),
    projects: [
      // Long enough for a busy machine: a time-out bounds what hangs, it measures nothing.
      {
        root,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          exclude: [...standIns, slow],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...sharedModules,
          ...patient,
        },
      },
      // What they put in place is not for others: each file has modules of its own.
      {
        root,
        test: {
          name: 'unit-stand-ins',
          include: standIns,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...patient,
        },
      },
      {
        root,
        test: { name: 'unit-slow', include: [slow], testTimeout: 120_000, hookTimeout: 120_000, ...patient },
      },
      {
        root,
        // Screens in a simulated browser, with the server's answers given: test/component/README.md.
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'component',
          include: ['test/component/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://app.parley.test/' } },
          setupFiles: ['test/component/harness/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...sharedModules,
        },
      },
      {
        root,
        test: {
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...sharedModules,
        },
      },
      {
        root,
        // Local services one by one, driven by the real clients: no cloud is started for them.
        test: {
          name: 'local',
          include: ['test/integration/local/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...secondTry,
          ...sharedModules,
          ...patient,
        },
      },
      {
        root,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: ['test/integration/local/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...secondTry,
          ...patient,
          ...sharedModules,
          ...wholeCloud,
        },
      },
      {
        root,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...secondTry,
          ...sharedModules,
          ...patient,
          ...wholeCloud,
        },
      },
    ],
    // More than the cores of a small machine: a browser test waits for others a good part of its time.
    maxWorkers: 3,
  },
});
