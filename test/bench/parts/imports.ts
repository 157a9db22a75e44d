import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadAssembly } from '#infra/local/assembly/load';
import { prepareAssembly, ROOT } from '#test/helpers/assembly';
import { BUNDLES, isWaitedFor } from '#test/helpers/bundles';
import type { Part } from '../figures';

const TURNS = 3;

/** In the process that imports: Node's own start is not the function's. */
const IMPORT = `
const [begun, cpu] = [performance.now(), process.cpuUsage()];
if (process.argv[1]) await import(process.argv[1]);
const took = process.cpuUsage(process.argv[1] ? cpu : undefined);
console.log(JSON.stringify({ ms: performance.now() - begun, cpuMs: (took.user + took.system) / 1000 }));
process.exit();`;

interface Took {
  readonly ms: number;
  readonly cpuMs: number;
}

/**
 * How long each function's code takes until its handler is there, in a process of its own, the best of three; and how
 * many times as much of a processor as a process takes that does nothing: that hardly depends on what else runs.
 */
export const imports: Part = async ({ progress }) => {
  const assembly = loadAssembly(await prepareAssembly(progress), {
    region: 'eu-central-1',
    accountId: '000000000000',
  });
  const environments = assembly
    .ofType('AWS::Lambda::Function')
    .map(({ properties }) => variablesOf(properties));
  const nothing = await best([], {});
  const figures: Record<string, number> = { 'functions.nothing_cpu_ms': nothing.cpuMs };
  for (const name of BUNDLES) {
    progress(`imports: ${name}`);
    const environment = environments.find(({ POWERTOOLS_SERVICE_NAME }) => POWERTOOLS_SERVICE_NAME === name);
    const { ms, cpuMs } = await best([join(ROOT, 'dist', 'functions', name, 'index.cjs')], environment ?? {});
    figures[`functions.${name}.import_ms`] = ms;
    if (isWaitedFor(name)) figures[`functions.${name}.import_of_nothing`] = cpuMs / nothing.cpuMs;
  }
  return figures;
};

async function best(file: readonly string[], environment: Readonly<Record<string, string>>): Promise<Took> {
  const turns: Took[] = [];
  for (let turn = 0; turn < TURNS; turn++) turns.push(await timed(file, environment));
  return {
    ms: Math.min(...turns.map(({ ms }) => ms)),
    cpuMs: Math.min(...turns.map(({ cpuMs }) => cpuMs)),
  };
}

async function timed(file: readonly string[], environment: Readonly<Record<string, string>>): Promise<Took> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', IMPORT, ...file],
    { env: { ...process.env, AWS_REGION: 'eu-central-1', ...environment } },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Took;
}

/** Texts alone: a reference counts as set, whatever it will be. */
function variablesOf(properties: unknown): Readonly<Record<string, string>> {
  const { Environment } = properties as { Environment?: { Variables?: Readonly<Record<string, unknown>> } };
  return Object.fromEntries(
    Object.entries(Environment?.Variables ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : 'set',
    ]),
  );
}
