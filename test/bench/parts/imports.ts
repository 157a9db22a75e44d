import { join } from 'node:path';
import { loadAssembly } from '#infra/local/assembly/load';
import { prepareAssembly, ROOT } from '#test/helpers/assembly';
import { BUNDLES, isWaitedFor } from '#test/helpers/bundles';
import type { Part } from '../figures';
import { imported, type Took } from '../importing';

const TURNS = 3;

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
  const least = await best();
  const figures: Record<string, number> = { 'functions.nothing_cpu_ms': least.cpuMs };
  for (const name of BUNDLES) {
    progress(`imports: ${name}`);
    const environment = environments.find(({ POWERTOOLS_SERVICE_NAME }) => POWERTOOLS_SERVICE_NAME === name);
    const file = join(ROOT, 'dist', 'functions', name, 'index.cjs');
    const { ms, cpuMs } = await best(file, environment);
    figures[`functions.${name}.import_ms`] = ms;
    if (isWaitedFor(name)) figures[`functions.${name}.import_of_nothing`] = cpuMs / least.cpuMs;
  }
  return figures;
};

async function best(...what: Parameters<typeof imported>): Promise<Took> {
  const turns: Took[] = [];
  for (let turn = 0; turn < TURNS; turn++) turns.push(await imported(...what));
  return {
    ms: Math.min(...turns.map(({ ms }) => ms)),
    cpuMs: Math.min(...turns.map(({ cpuMs }) => cpuMs)),
  };
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
