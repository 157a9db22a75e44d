import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { LocalCloud } from '#infra/local/start';
import { fingerprint } from '../build/fingerprint';
import { agreedEnvironment } from '../demo/agreed-environment';

/** What the demo is made of: a change in none of it, and what was provisioned still holds. */
const INPUTS = [
  'functions/core/operator/demo',
  'bin/demo.ts',
  'web/help',
  'web/src/features/site/help/article.ts',
];

/** In the state folder: what use cases run with. */
export const DEMO_ENVIRONMENT = 'demo-environment.json';

const FunctionProperties = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.string()).optional() }).optional(),
});

/**
 * Gives the local stage its demo bots, once for each state of their articles. By a process of its own, beside those
 * who are working already; it ends when it is stopped, and is done at the next start.
 */
export function provisionLocally(
  root: string,
  cloud: Pick<LocalCloud, 'assembly' | 'addresses' | 'operator'>,
  { state, log }: { readonly state: string; readonly log: (line: string) => void },
): { readonly done: Promise<void>; stop(): void } {
  const abort = new AbortController();
  const done = provision(root, cloud, state, log, abort.signal).catch((error: unknown) => {
    if (!abort.signal.aborted) log(`demo  ${error instanceof Error ? error.message : error}`);
  });
  return { done, stop: () => abort.abort() };
}

async function provision(
  root: string,
  cloud: Pick<LocalCloud, 'assembly' | 'addresses' | 'operator'>,
  state: string,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  await keepEnvironment(cloud, state);
  const file = path.join(state, 'demo');
  // Sources of the help's answers are addresses of this very stage.
  const wanted = `${await fingerprint(root, INPUTS)} ${cloud.addresses.app}`;
  if ((await readFile(file, 'utf8').catch(() => '')) === wanted) return;
  const child = spawn(process.execPath, ['bin/run.mjs', 'bin/demo.ts'], {
    cwd: root,
    env: { ...process.env, ...environmentOf(cloud) },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let problem = '';
  child.stderr.on('data', (data: Buffer) => {
    problem += data.toString();
  });
  const code = await new Promise<number | null>((ended, failed) => {
    child.on('exit', ended).on('error', failed);
  });
  if (code !== 0) throw new Error(`The demo bots are not there: ${problem.trim() || `code ${code}`}`);
  await writeFile(file, wanted);
  log('demo  the demo bots have read their articles');
}

/** For commands that an operator runs beside this process. */
export async function keepEnvironment(
  cloud: Pick<LocalCloud, 'assembly' | 'addresses' | 'operator'>,
  state: string,
): Promise<void> {
  await writeFile(path.join(state, DEMO_ENVIRONMENT), JSON.stringify(environmentOf(cloud)), { mode: 0o600 });
}

/** What the stage's functions run with, with the operator's keys. */
export function environmentOf({
  assembly,
  addresses,
  operator,
}: Pick<LocalCloud, 'assembly' | 'addresses' | 'operator'>): Record<string, string> {
  const functions = assembly
    .ofType('AWS::Lambda::Function')
    .map(({ properties }) => FunctionProperties.parse(properties).Environment?.Variables ?? {});
  return {
    ...agreedEnvironment(functions),
    AWS_ENDPOINT_URL: addresses.aws,
    AWS_REGION: assembly.region,
    AWS_ACCESS_KEY_ID: operator.accessKeyId,
    AWS_SECRET_ACCESS_KEY: operator.secretAccessKey,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
}
