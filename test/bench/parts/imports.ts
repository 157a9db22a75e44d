import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadAssembly } from '#infra/local/assembly/load';
import { prepareAssembly, ROOT } from '#test/helpers/assembly';
import { BUNDLES } from '#test/helpers/bundles';
import type { Part } from '../figures';

const TURNS = 5;

/** In the process that imports: Node's own start is not the function's. */
const IMPORT = `
const begun = performance.now();
await import(process.argv[1]);
console.log(performance.now() - begun);
process.exit();`;

/** How long each function's code takes until its handler is there, in a process of its own: the best of five. */
export const imports: Part = async ({ progress }) => {
  const assembly = loadAssembly(await prepareAssembly(progress), {
    region: 'eu-central-1',
    accountId: '000000000000',
  });
  const environments = assembly
    .ofType('AWS::Lambda::Function')
    .map(({ properties }) => variablesOf(properties));
  const figures: Record<string, number> = {};
  for (const name of BUNDLES) {
    progress(`imports: ${name}`);
    const environment = environments.find(({ POWERTOOLS_SERVICE_NAME }) => POWERTOOLS_SERVICE_NAME === name);
    const file = join(ROOT, 'dist', 'functions', name, 'index.cjs');
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) times.push(await timed(file, environment ?? {}));
    figures[`functions.${name}.import_ms`] = Math.min(...times);
  }
  return figures;
};

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
