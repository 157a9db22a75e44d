import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const pipeline = read('.github/workflows/deploy.yml');

/** The lines of each job, by its name. */
const jobs = new Map(
  pipeline
    .slice(pipeline.indexOf('\njobs:\n') + '\njobs:\n'.length)
    .split(/^ {2}(?=\w+:$)/m)
    .filter((job) => /^\w+:\n/.test(job))
    .map((job) => [job.slice(0, job.indexOf(':')), job]),
);
const runs = (job: string) =>
  [...(jobs.get(job) ?? '').matchAll(/^ {6}- run: (.+)$/gm)].map(([, command = '']) => command);

it('the pipeline takes the commands that a person takes, in their order', () => {
  expect(runs('test')).toEqual(['.ci/run']);
  expect(runs('staging')).toEqual([
    'npm ci',
    'npm run synth -- -c stage=staging',
    'npm run deploy -- -c stage=staging --require-approval never',
    'npm run smoke -- -c stage=staging',
  ]);
  expect(runs('production')).toEqual([
    'npm ci',
    'npm run deploy -- -c stage=production --require-approval never',
    'npm run smoke -- -c stage=production',
  ]);
  const { scripts } = JSON.parse(read('package.json'));
  for (const [, script = ''] of pipeline.matchAll(/npm run ([\w:]+)/g))
    expect(scripts).toHaveProperty(script);
  expect(existsSync(path.join(ROOT, '.ci/run'))).toBe(true);
});

it('the pipeline asks before production, with what would change at hand, and keeps no credentials', () => {
  const production = jobs.get('production') ?? '';
  expect(production).toContain('needs: [staging, diff]');
  expect(production).toMatch(/^ {4}environment: production$/m);
  expect(jobs.get('diff')).toContain('cdk diff --all -c stage=production');
  for (const job of ['staging', 'diff', 'production'])
    expect(jobs.get(job), job).toContain('id-token: write');
  expect(pipeline).not.toContain('secrets.');
});
