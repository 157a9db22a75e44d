/**
 * `npm test` runs everything; `npm test -- quick` lint, types, and the tests that need no cloud and are quick. Lint and
 * types run beside the tests, each to its end whatever else fails, and one line sums it all up. All tests are one run
 * of vitest: the kinds share what is built for them, and none waits for another's last.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHECKS = ['lint', 'types'] as const;

/** Vitest's projects of the quick run. */
const QUICK = ['unit', 'unit-stand-ins', 'component'];

/** Kinds of tests by their folder; what is in a folder of its own in another's comes first. */
const KINDS = {
  unit: 'test/unit/',
  component: 'test/component/',
  infra: 'test/infra/',
  local: 'test/integration/local/',
  integration: 'test/integration/',
  e2e: 'test/e2e/',
} as const;

const isQuick = process.argv.includes('quick');
const kinds = Object.keys(KINDS).filter((kind) => !isQuick || QUICK.includes(kind));

interface Outcome {
  readonly name: string;
  readonly passed: number;
  /** What failed and why: at the end of the log, since where it failed is far above. */
  readonly failures: readonly string[];
}

/** What vitest's JSON reporter writes, as far as it counts here. */
const Report = z.object({
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

const begun = performance.now();
const outcomes = (await Promise.all([runChecks(), runTests()])).flat();
const seconds = (performance.now() - begun) / 1_000;

for (const { name, failures } of outcomes)
  for (const failure of failures) console.log(`\n${name}: ${failure}`);
console.log();
for (const { name, passed, failures } of outcomes)
  console.log(`${name.padEnd(12)} ${count(passed)} passed ${count(failures.length)} failed`);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, { failures }) => sum + failures.length, 0);
console.log(`\nafter ${seconds.toFixed(0)} s\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

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

async function runTests(): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const file = join(folder, 'report.json');
  try {
    const { code } = await run(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config=test/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...(isQuick ? QUICK.map((project) => `--project=${project}`) : []),
      ],
      'inherit',
    );
    const outcomes = kinds.map((kind) => outcomeOf(kind, reportIn(file)));
    // Vitest also fails for what no test owns: an error between tests, or a set-up that could not be taken down.
    if (code !== 0 && outcomes.every(({ failures }) => failures.length === 0))
      return [
        ...outcomes,
        { name: 'vitest', passed: 0, failures: ['failed outside of its tests, see above'] },
      ];
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reportIn(file: string): Report {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Vitest ended before it could report: then no kind of test ran, which counts as failed.
    return { testResults: [] };
  }
  return Report.parse(JSON.parse(text));
}

function outcomeOf(kind: string, { testResults }: Report): Outcome {
  const files = testResults
    .map((result) => ({ ...result, file: relative(ROOT, result.name).replaceAll('\\', '/') }))
    .filter(({ file }) => kindOf(file) === kind);
  const tests = files.flatMap(({ file, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file })),
  );
  const failures = [
    // A file that can't be loaded may hold many.
    ...files
      .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
      .map(({ file, message }) => `${file}\n${excerpt(message)}`),
    // A test that is left out proves nothing.
    ...tests
      .filter(({ status }) => status !== 'passed')
      .map(
        ({ file, fullName, status, failureMessages: [message = ''] }) =>
          `${file}: ${fullName} (${status})\n${excerpt(message)}`,
      ),
  ];
  return {
    name: kind,
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: tests.length + failures.length === 0 ? ['no test ran'] : failures,
  };
}

function kindOf(file: string): string | undefined {
  return Object.entries(KINDS).find(([, folder]) => file.startsWith(folder))?.[0];
}

/** The first lines: of a long difference the rest is above. */
function excerpt(message: string): string {
  return message.trim().split('\n').slice(0, 12).join('\n');
}

function count(of: number): string {
  return String(of).padStart(5);
}

function run(
  command: string,
  args: readonly string[],
  output: 'pipe' | 'inherit' = 'pipe',
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((ended) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', output, output] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    child.on('error', (error) => ended({ code: 1, output: error.message }));
    child.on('close', (code) => ended({ code: code ?? 1, output: text }));
  });
}
