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
const begun = performance.now();
await import(process.argv[1]);
console.log(performance.now() - begun);
process.exit();`;

/**
 * How long each function's code takes until its handler is there, in a process of its own, the best of three; and how
 * many times as long that is as a process that does nothing takes from its start to its end, on this machine as busy as it is.
 */
export const imports: Part = async ({ progress }) => {
  const assembly = loadAssembly(await prepareAssembly(progress), {
    region: 'eu-central-1',
    accountId: '000000000000',
  });
  const environments = assembly
    .ofType('AWS::Lambda::Function')
    .map(({ properties }) => variablesOf(properties));
  const nothing = await best(async () => {
    const begun = performance.now();
    await promisify(execFile)(process.execPath, ['--eval', '']);
    return performance.now() - begun;
  });
  const figures: Record<string, number> = { 'functions.nothing_ms': nothing };
  for (const name of BUNDLES) {
    progress(`imports: ${name}`);
    const environment = environments.find(({ POWERTOOLS_SERVICE_NAME }) => POWERTOOLS_SERVICE_NAME === name);
    const file = join(ROOT, 'dist', 'functions', name, 'index.cjs');
    const took = await best(() => timed(file, environment ?? {}));
    figures[`functions.${name}.import_ms`] = took;
    if (isWaitedFor(name)) figures[`functions.${name}.import_of_nothing`] = took / nothing;
  }
  return figures;
};

async function best(time: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) times.push(await time());
  return Math.min(...times);
}

async function timed(file: string, environment: Readonly<Record<string, string>>): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', IMPORT, file],
    { env: { ...process.env, AWS_REGION: 'eu-central-1', ...environment } },
  );
  return Number(stdout.trim().split('\n').at(-1));
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
