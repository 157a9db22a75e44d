import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { LocalCloud } from '../../infra/local/start';
import { fingerprint } from '../build/fingerprint';

/** What the demo is made of: a change in none of it, and what was provisioned still holds. */
const INPUTS = ['functions/core/demo', 'bin/demo.ts'];

const Environment = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.string()) }) });

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
  const file = path.join(state, 'demo');
  const wanted = await fingerprint(root, INPUTS);
  if ((await readFile(file, 'utf8').catch(() => '')) === wanted) return;
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/demo.ts'], {
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

/** That of the functions whose use cases it runs, with the operator's keys. */
export function environmentOf({
  assembly,
  addresses,
  operator,
}: Pick<LocalCloud, 'assembly' | 'addresses' | 'operator'>): Record<string, string> {
  const variables = assembly
    .ofType('AWS::Lambda::Function')
    .flatMap(({ properties }) => {
      const parsed = Environment.safeParse(properties);
      return parsed.success ? [parsed.data.Environment.Variables] : [];
    })
    .filter(({ POWERTOOLS_SERVICE_NAME: name = '' }) => ['http-bots', 'http-documents'].includes(name));
  return {
    ...Object.assign({}, ...variables),
    AWS_ENDPOINT_URL: addresses.aws,
    AWS_REGION: assembly.region,
    AWS_ACCESS_KEY_ID: operator.accessKeyId,
    AWS_SECRET_ACCESS_KEY: operator.secretAccessKey,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
}
