/**
 * `npm test`: lint and types beside every kind of test, each to its end whatever else fails, and one line that sums it
 * all up. All tests are one run of vitest: the kinds share what is built for them, and none waits for another's last.
 * A file that failed is then run once more, alone; what passes there is named as late and counts as passed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge } from './run/judge';
import { excerpt, type FileReport, ROOT, readReport } from './run/report';

const CHECKS = ['lint', 'types'] as const;

/** Kinds of tests by their folder; what is in a folder of its own in another's comes first. */
const KINDS = {
  unit: 'test/unit/',
  infra: 'test/infra/',
  local: 'test/integration/local/',
  integration: 'test/integration/',
  e2e: 'test/e2e/',
} as const;

interface Outcome {
  readonly name: string;
  readonly passed: number;
  /** What failed and why: at the end of the log, since where it failed is far above. */
  readonly failures: readonly string[];
}

const begun = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
try {
  const [checks, crowd] = await Promise.all([runChecks(), runTests('crowd', [])]);
  const { files, late, refused } = await judge(crowd.files, runAlone);
  const outcomes = [
    ...checks,
    ...Object.keys(KINDS).map((kind) => outcomeOf(kind, files)),
    ...outsideOfTests(crowd),
    ...(refused ? [{ name: 'late', passed: 0, failures: [refused] }] : []),
  ];
  sumUp(outcomes, late);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function sumUp(outcomes: readonly Outcome[], late: readonly string[]): void {
  for (const { name, failures } of outcomes)
    for (const failure of failures) console.log(`\n${name}: ${failure}`);
  console.log();
  for (const test of late) console.log(`late: ${test}`);
  if (late.length > 0) console.log();
  for (const { name, passed, failures } of outcomes)
    console.log(`${name.padEnd(12)} ${count(passed)} passed ${count(failures.length)} failed`);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, { failures }) => sum + failures.length, 0);
  const seconds = (performance.now() - begun) / 1_000;
  console.log(`\nafter ${seconds.toFixed(0)} s\n`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/** One after the other: they fill what the tests leave free of the machine. */
async function runChecks(): Promise<Outcome[]> {
  const found: Outcome[] = [];
  for (const name of CHECKS) {
    const { code, output } = await run('npm', ['run', '--silent', name]);
    console.log(`\n— ${name} —\n${output}`);
    found.push({ name, passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [excerpt(output)] });
  }
  return found;
}

interface TestRun {
  readonly code: number;
  readonly files: readonly FileReport[];
  /** Errors between tests, of which no test is the owner. */
  readonly unowned: string;
}

async function runTests(name: string, args: readonly string[]): Promise<TestRun> {
  const report = join(folder, `${name}.json`);
  const errors = join(folder, `${name}.errors`);
  const { code } = await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=test/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--reporter=./test/run/unowned-errors.ts',
      ...args,
    ],
    { output: 'inherit', env: { UNOWNED_ERRORS: errors } },
  );
  return { code, files: readReport(report), unowned: textOf(errors) };
}

async function runAlone(file: string): Promise<FileReport> {
  console.log(`\n— once more, alone: ${file} —\n`);
  const again = await runTests(file.replaceAll('/', '_'), [file]);
  const report = again.files.find((found) => found.file === file);
  const failed = [
    ...(report?.failed ?? []),
    ...outsideOfTests(again).flatMap(({ failures }) => failures.map((message) => ({ test: null, message }))),
  ];
  return { file, passed: report?.passed ?? [], failed };
}

/** Vitest also fails for what no test owns: an error between tests, or a set-up that could not be taken down. */
function outsideOfTests({ code, files, unowned }: TestRun): Outcome[] {
  const isOwned = code === 0 || files.some(({ failed }) => failed.length > 0);
  if (isOwned && unowned === '') return [];
  const failure = unowned === '' ? 'failed outside of its tests, see above' : excerpt(unowned);
  return [{ name: 'vitest', passed: 0, failures: [failure] }];
}

function outcomeOf(kind: string, all: readonly FileReport[]): Outcome {
  const files = all.filter(({ file }) => kindOf(file) === kind);
  const failures = files.flatMap(({ file, failed }) =>
    failed.map(({ test, message }) =>
      test === null ? `${file}\n${message}` : `${file}: ${test} ${message}`,
    ),
  );
  const passed = files.reduce((sum, file) => sum + file.passed.length, 0);
  return { name: kind, passed, failures: passed + failures.length === 0 ? ['no test ran'] : failures };
}

function kindOf(file: string): string | undefined {
  return Object.entries(KINDS).find(([, folder]) => file.startsWith(folder))?.[0];
}

function count(of: number): string {
  return String(of).padStart(5);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

interface RunOptions {
  readonly output?: 'pipe' | 'inherit';
  readonly env?: Readonly<Record<string, string>>;
}

function run(
  command: string,
  args: readonly string[],
  { output = 'pipe', env = {} }: RunOptions = {},
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((ended) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    child.on('error', (error) => ended({ code: 1, output: error.message }));
    child.on('close', (code) => ended({ code: code ?? 1, output: text }));
  });
}
