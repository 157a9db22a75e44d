import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { withFacts } from '../web/facts-plugin';
import { TEST_MS, WAIT_MS } from './helpers/patience';

// This process and its workers: what functions log in tests that make them fail, and that this Node is old for the
// SDK, would bury what a run has to say.
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
// What every function has; metrics would be lines in between.
process.env.STAGE ??= 'test';
process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
// Where the machine stands and what it speaks decide nothing: dates are written and words sorted alike everywhere, in
// workers, in the browsers and in the commands that they start. test/calendar.ts tries other zones all the same.
Object.assign(process.env, { TZ: process.env.TEST_TIME_ZONE ?? 'UTC', LC_ALL: 'C.UTF-8' });

// What tests write into temporary folders goes with the run, however they end.
const temporary = mkdtempSync(path.join(tmpdir(), 'parley-tests-'));
process.env.TMPDIR = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is only late on a busy machine is not wrong: see test/run/judge.ts for what is late all the same. */
const patient = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: WAIT_MS } },
};

/** Named so because they take seconds: floods, kills, measured quality. `npm test -- quick` leaves them out. */
const leftOut = process.env.TEST_QUICK ? ['test/unit/**/*.slow.test.ts'] : [];

/** Unit tests that put something in the place of a module, or load it anew: what other files load would be theirs. */
const standIns = readdirSync(path.join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })
  .map((file) => `test/unit/${file.replaceAll(path.sep, '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /\bvi\.((do)?mock|resetModules)\(/.test(readFileSync(path.join(root, file), 'utf8')));

const unitSetup = ['test/unit/after-each.ts'];

/** Files share what they load, and keep no state in it: loading all anew for each is up to half of what tests cost. */
const sharedModules = { isolate: false };

/** Projects that talk to a running cloud share one, started by the global setup when such a test is to run. */
const wholeCloud = { globalSetup: ['test/helpers/global-setup.ts'] };

/**
 * What a browser test waits for beside its next step rejects after the test has failed there. The failure is told and
 * tried again as the test's own; counted here too it would fail a run in which it was only late.
 */
const isLeftWaiting = ({ name }: { readonly name?: string }) => name === 'TimeoutError';

export default defineConfig({
  test: {
    onUnhandledError: (error) => !isLeftWaiting(error),
    projects: [
      {
        root,
        plugins: [withFacts],
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          exclude: [...standIns, ...leftOut],
          setupFiles: [...unitSetup, 'test/unit/stage.ts'],
          ...sharedModules,
          ...patient,
        },
      },
      // What they put in place is not for others: each file has modules of its own.
      {
        root,
        plugins: [withFacts],
        test: {
          name: 'unit-stand-ins',
          include: standIns,
          exclude: leftOut,
          setupFiles: unitSetup,
          ...patient,
        },
      },
      {
        root,
        // Screens in a simulated browser, with the server's answers given: test/component/README.md.
        oxc: { jsx: { runtime: 'automatic' } },
        plugins: [withFacts],
        test: {
          name: 'component',
          include: ['test/component/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://app.parley.test/' } },
          setupFiles: ['test/component/harness/setup.ts'],
          ...patient,
          ...sharedModules,
        },
      },
      {
        root,
        test: {
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          // CDK's own check of a template takes most of the time: checks.test.ts has it.
          env: { CDK_VALIDATION: 'false' },
          ...patient,
          ...sharedModules,
        },
      },
      {
        root,
        // Local services one by one, driven by the real clients: no cloud is started for them.
        test: {
          name: 'local',
          include: ['test/integration/local/**/*.test.ts'],
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
          setupFiles: ['test/e2e/after-all.ts'],
          ...sharedModules,
          ...patient,
          ...wholeCloud,
        },
      },
    ],
    maxWorkers: 2,
  },
});
