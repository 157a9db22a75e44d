/**
 * `npm test`: lint, types, then every kind of test, each to its end whatever failed before, and one line that sums
 * it all up.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
}

/** What vitest's JSON reporter writes, as far as it counts here. */
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

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
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function check(name: (typeof CHECKS)[number]): Promise<Pick<Result, 'passed' | 'failed'>> {
  const code = await run('npm', ['run', '--silent', name]);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function project(name: (typeof PROJECTS)[number]): Promise<Pick<Result, 'passed' | 'failed'>> {
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
  const { passed, failed } = count(file);
  if (passed + failed === 0) {
    console.error(`${name}: no test ran`);
    return { passed, failed: 1 };
  }
  // Vitest also fails for what no test owns: an error between tests, or a set-up that could not be taken down.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function count(file: string): Pick<Result, 'passed' | 'failed'> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Vitest ended before it could report; its exit code says so.
    return { passed: 0, failed: 0 };
  }
  const report = Report.parse(JSON.parse(text));
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    // A test that is left out proves nothing, and a file that can't be loaded may hold many.
    failed: report.numFailedTests + report.numPendingTests + report.numTodoTests + broken.length,
  };
}

async function timed(name: string, step: () => Promise<Pick<Result, 'passed' | 'failed'>>): Promise<Result> {
  console.log(`\n— ${name} —`);
  const begun = performance.now();
  const { passed, failed } = await step();
  return { name, passed, failed, seconds: (performance.now() - begun) / 1_000 };
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
