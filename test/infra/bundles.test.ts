import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../bin/build';
import { BUNDLES, ROOT, type Synthesized, synthesized } from './synthesized';

const FUNCTIONS = path.join(ROOT, 'dist', 'functions');
const KB = 1024;

let synth: Synthesized;
beforeAll(async () => {
  await build({ only: ['functions'] });
  synth = await synthesized();
});

const bytes = (file: string) => statSync(path.join(FUNCTIONS, file)).size;

/** In kB, unpacked: what Lambda has to read before the first line runs. */
const BUDGETS = {
  'http-accounts': 700,
  'http-bots': 700,
  'http-documents': 700,
  'http-platform': 700,
  'http-system': 700,
  // Answers where sockets are blocked.
  'http-widget': 800,
  'socket-connect': 700,
  'socket-disconnect': 700,
  'socket-message': 700,
  'socket-answer': 800,
  'queue-failed-answers': 800,
  'queue-upload-router': 700,
  'queue-ingest': 3_000,
  'stream-dispatch': 700,
  'auth-custom-message': 700,
  'auth-pre-sign-up': 700,
  'auth-post-confirmation': 700,
} satisfies Record<(typeof BUNDLES)[number], number>;

describe('bundles', () => {
  it.each(Object.entries(BUDGETS))('%s fits into %i kB', (bundle, budget) => {
    const parts = bundle === 'queue-ingest' ? ['index.mjs', 'extraction.mjs'] : ['index.mjs'];
    const size = parts.reduce((sum, part) => sum + bytes(path.join(bundle, part)), 0);
    expect(size).toBeLessThanOrEqual(budget * KB);
  });

  it('are all deployed', () => {
    const { outputs } = JSON.parse(readFileSync(path.join(FUNCTIONS, 'meta.json'), 'utf8'));
    const built = Object.keys(outputs).flatMap((file) => /([^/]+)\/index\.mjs$/.exec(file)?.[1] ?? []);
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
    const code = readFileSync(path.join(FUNCTIONS, bundle, 'index.mjs'), 'utf8');
    const given = synth.assembly
      .ofType('AWS::Lambda::Function')
      .map((lambda) => synth.environment(lambda))
      .find(({ POWERTOOLS_SERVICE_NAME }) => POWERTOOLS_SERVICE_NAME === bundle);
    const asked = names.filter((name) => code.includes(`"${name}"`));
    expect(Object.keys(given ?? {})).toEqual(expect.arrayContaining(asked));
  });
});
