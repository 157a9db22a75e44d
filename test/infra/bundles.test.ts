import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '#bin/build';
import { BUNDLES } from '../helpers/bundles';
import { functionBudget, functionSize } from '../helpers/sizes';
import { ROOT, type Synthesized, synthesized } from './synthesized';

const FUNCTIONS = path.join(ROOT, 'dist', 'functions');

let synth: Synthesized;
beforeAll(async () => {
  await build({ only: ['functions'] });
  synth = await synthesized();
});

describe('bundles', () => {
  it.each(BUNDLES)('%s carries nothing by accident', (bundle) => {
    expect(functionSize(FUNCTIONS, bundle)).toBeLessThanOrEqual(functionBudget(bundle));
  });

  it('are all deployed', () => {
    const { outputs } = JSON.parse(readFileSync(path.join(FUNCTIONS, 'meta.json'), 'utf8'));
    const built = Object.keys(outputs).flatMap((file) => /([^/]+)\/index\.cjs$/.exec(file)?.[1] ?? []);
    const deployed = synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda).POWERTOOLS_SERVICE_NAME);
    expect(built.sort()).toEqual([...BUNDLES].sort());
    expect(deployed.sort()).toEqual([...BUNDLES].sort());
  });

  it.each(BUNDLES)('%s is given every variable that its code asks for', (bundle) => {
    const source = readFileSync(path.join(ROOT, 'functions/platform/environment.ts'), 'utf8');
    const names = [...source.matchAll(/\| '([A-Z_]+)'/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(10);
    const code = readFileSync(path.join(FUNCTIONS, bundle, 'index.cjs'), 'utf8');
    const given = synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda))
      .find(({ POWERTOOLS_SERVICE_NAME }) => POWERTOOLS_SERVICE_NAME === bundle);
    const asked = names.filter((name) => code.includes(`"${name}"`));
    expect(Object.keys(given ?? {})).toEqual(expect.arrayContaining(asked));
  });
});
