/**
 * `npm test`: lint, types, then every kind of test, each to its end whatever failed before, and one line that sums
 * it all up.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHECKS = ['lint', 'types'] as const;
const PROJECTS = ['unit', 'infra', 'local', 'integration', 'e2e'] as const;

interface Result {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** What failed and why, for the end of the log: what was printed when it failed is far above. */
  readonly failures: readonly string[];
}
type Outcome = Omit<Result, 'name' | 'seconds'>;

/** What vitest's JSON reporter writes, as far as it counts here. */
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});
type Report = z.infer<typeof Report>;

const results: Result[] = [];
const reports = mkdtempSync(join(tmpdir(), 'parley-test-'));
try {
  for (const name of CHECKS) results.push(await timed(name, () => check(name)));
  for (const name of PROJECTS) results.push(await timed(name, () => project(name)));
} finally {
  rmSync(reports, { recursive: true, force: true });
}

console.log();
for (const { name, passed, failed, seconds } of results) {
  console.log(
    `${name.padEnd(12)} ${String(passed).padStart(5)} passed ${String(failed).padStart(5)} failed ${seconds.toFixed(0).padStart(5)} s`,
  );
}
for (const { name, failures } of results)
  for (const failure of failures) console.log(`\n${name}: ${failure}`);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function check(name: (typeof CHECKS)[number]): Promise<Outcome> {
  const code = await run('npm', ['run', '--silent', name]);
  return code === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: ['see above'] };
}

async function project(name: (typeof PROJECTS)[number]): Promise<Outcome> {
  const file = join(reports, `${name}.json`);
  const code = await run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=test/vitest.config.ts',
    `--project=${name}`,
    // Some kinds are in parts.
    `--project=${name}-*`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const { passed, failed, failures } = count(file);
  if (passed + failed === 0) {
    return { passed, failed: 1, failures: ['no test ran'] };
  }
  // Vitest also fails for what no test owns: an error between tests, or a set-up that could not be taken down.
  if (code !== 0 && failed === 0)
    return { passed, failed: 1, failures: ['failed outside of its tests, see above'] };
  return { passed, failed, failures };
}

function count(file: string): Outcome {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Vitest ended before it could report; its exit code says so.
    return { passed: 0, failed: 0, failures: [] };
  }
  const report = Report.parse(JSON.parse(text));
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    // A test that is left out proves nothing, and a file that can't be loaded may hold many.
    failed: report.numFailedTests + report.numPendingTests + report.numTodoTests + broken.length,
    failures: failuresOf(report),
  };
}

function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${excerpt(message)}`];
    return assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => `${file}: ${test.fullName} (${test.status})\n${excerpt(test.failureMessages[0] ?? '')}`);
  });
}

/** The first lines: of a long difference the rest is above. */
function excerpt(message: string): string {
  return message.split('\n').slice(0, 12).join('\n');
}

async function timed(name: string, step: () => Promise<Outcome>): Promise<Result> {
  console.log(`\n— ${name} —`);
  const begun = performance.now();
  const outcome = await step();
  return { name, ...outcome, seconds: (performance.now() - begun) / 1_000 };
}

function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((ended) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => {
      console.error(error.message);
      ended(1);
    });
    child.on('close', (code) => ended(code ?? 1));
  });
}
