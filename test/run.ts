/**
 * `npm test`: lint, types, build and every kind of test, each to its end whatever else fails, and one line that sums it
 * all up. `-- quick` leaves out what needs a cloud or seconds, `-- changed [BASE]` runs what imports what was changed,
 * `-- PATH` what is there. A file that failed is run once more, alone; what passes there is named as late and counts
 * as passed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run/command';
import { countCpu } from './run/cpu';
import { judge } from './run/judge';
import { kindOf, type Phase, planOf } from './run/plan';
import { excerpt, type FileReport } from './run/report';
import { runAlone, runVitest } from './run/vitest-run';

interface Outcome {
  readonly name: string;
  readonly passed: number;
  /** What failed and why: at the end of the log, since where it failed is far above. */
  readonly failures: readonly string[];
}

interface Cost {
  readonly name: string;
  readonly seconds: number;
  /** Of the processor; `cpu.ts` says of whom. */
  readonly cpuSeconds: number;
}

const plan = planOf(process.argv.slice(2));
const costs: Cost[] = [];
const cpu = countCpu();
const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
try {
  const checks = plan.checks.length > 0 ? await costing('checks', runChecks) : [];
  const crowd: FileReport[] = [];
  const outside: Outcome[] = [];
  for (const phase of plan.phases) {
    const run = await costing(phase.name, () => runPhase(phase));
    crowd.push(...run.files);
    if (run.outside !== null) outside.push({ name: 'vitest', passed: 0, failures: [run.outside] });
  }
  const { files, late, refused } = await costing('once more', () =>
    judge(crowd, (file) => runAlone(folder, file, envOf(file))),
  );
  const kinds = plan.phases.flatMap((phase) => phase.kinds);
  const outcomes = [
    ...checks,
    ...kinds.map((kind) => outcomeOf(kind, files)),
    ...outside,
    ...(refused ? [{ name: 'late', passed: 0, failures: [refused] }] : []),
  ];
  sumUp(outcomes, late);
} finally {
  cpu.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function runChecks(): Promise<Outcome[]> {
  const check = async (name: string): Promise<Outcome> => {
    const { code, output } = await runCommand('npm', ['run', '--silent', name]);
    console.log(`\n— ${name} —\n${output}`);
    return { name, passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [excerpt(output)] };
  };
  return Promise.all(plan.checks.map(check));
}

function runPhase({ name, projects, workers, env }: Phase) {
  const args = [
    ...projects.map((project) => `--project=${project}`),
    `--maxWorkers=${workers}`,
    ...plan.filters,
    ...(plan.whole ? [] : ['--passWithNoTests']),
  ];
  return runVitest(folder, name, args, env);
}

/** Alone a file runs as it did in the crowd: what fails only as on AWS is not late. */
function envOf(file: string): Phase['env'] {
  return plan.phases.find(({ kinds }) => kinds.some((kind) => kind === kindOf(file)))?.env;
}

async function costing<T>(name: string, work: () => Promise<T>): Promise<T> {
  const [begun, before] = [performance.now(), cpu.seconds()];
  const result = await work();
  const after = cpu.seconds();
  costs.push({
    name,
    seconds: (performance.now() - begun) / 1_000,
    cpuSeconds: before === null || after === null ? Number.NaN : after - before,
  });
  return result;
}

function outcomeOf(kind: string, all: readonly FileReport[]): Outcome {
  const files = all.filter(({ file }) => kindOf(file) === kind);
  const failures = files.flatMap(({ file, failed }) =>
    failed.map(({ test, message }) =>
      test === null ? `${file}\n${message}` : `${file}: ${test} ${message}`,
    ),
  );
  const passed = files.reduce((sum, file) => sum + file.passed.length, 0);
  const isMissing = plan.whole && passed + failures.length === 0;
  return { name: kind, passed, failures: isMissing ? ['no test ran'] : failures };
}

function sumUp(outcomes: readonly Outcome[], late: readonly string[]): void {
  for (const { name, failures } of outcomes)
    for (const failure of failures) console.log(`\n${name}: ${failure}`);
  console.log();
  for (const test of late) console.log(`late: ${test}`);
  if (late.length > 0) console.log();
  for (const { name, passed, failures } of outcomes)
    console.log(`${name.padEnd(12)} ${count(passed)} passed ${count(failures.length)} failed`);
  console.log('\n               wall s    CPU s');
  for (const cost of [...costs, total(costs)])
    console.log(`${cost.name.padEnd(12)} ${count(cost.seconds, 8)} ${count(cost.cpuSeconds, 8)}`);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, { failures }) => sum + failures.length, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

function total(all: readonly Cost[]): Cost {
  const sum = (of: (cost: Cost) => number) => all.reduce((so, cost) => so + of(cost), 0);
  return { name: 'in all', seconds: sum((cost) => cost.seconds), cpuSeconds: sum((cost) => cost.cpuSeconds) };
}

function count(of: number, width = 5): string {
  return of.toFixed(0).padStart(width);
}
