import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { deployedStage } from '#infra/config/outputs';
import { readContext, readStage, type StageParameters } from '#infra/config/stage';
import { publish } from '#infra/publish';
import { readArguments } from './deploy/arguments';
import type { Quota } from './deploy/model-quotas';
import { deployStage, Outputs } from './deploy/stage';

/*
 * `npm run deploy -- -c stage=NAME`: deploys a stage and publishes its static files. All words go to `cdk deploy` as
 * they are, e.g. `--require-approval never --profile NAME`. Repeating it changes nothing.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const { context, profile } = readArguments(words);
  // Read by every client of the SDK, before credentials of the environment.
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const stage = await stageOf(context);
  const { region } = stage;
  await deployStage(stage, words, {
    ses: new SESv2Client({ region }),
    lambda: new LambdaClient({ region }),
    bedrock: new BedrockRuntimeClient({ region, requestHandler: { requestTimeout: 60_000 } }),
    listModelQuotas: () => listModelQuotas(region),
    cdkDeploy: async (own) => cdkDeploy(['-c', `commit=${await commitOf(ROOT)}`, ...own]),
    publish: async (outputs) => {
      const deployed = deployedStage(stage.stage, outputs);
      const written = await publish(
        new S3Client({ region: deployed.region }),
        path.join(ROOT, 'dist'),
        deployed,
      );
      console.log(`${written} files published: ${deployed.appOrigin}`);
    },
    readLivePage,
    log: (line) => console.log(line),
    sleep: (milliseconds) => sleep(milliseconds),
  });
}

const Quotas = z.object({ Quotas: z.array(z.object({ QuotaName: z.string(), Value: z.number() })) });

/** By the AWS CLI, which whoever deploys has: of this service the SDK's client would be used here alone. */
async function listModelQuotas(region: string): Promise<readonly Quota[]> {
  const words = ['service-quotas', 'list-service-quotas', '--service-code', 'bedrock', '--output', 'json'];
  const { stdout } = await promisify(execFile)('aws', [...words, '--region', region], {
    timeout: 60_000,
    maxBuffer: 32 * 1024 * 1024,
  });
  return Quotas.parse(JSON.parse(stdout)).Quotas;
}

/** What is deployed: `-changed` where files differ from the commit. */
async function commitOf(root: string): Promise<string> {
  const git = (...words: readonly string[]) => promisify(execFile)('git', [...words], { cwd: root });
  const [{ stdout: commit }, { stdout: changes }] = await Promise.all([
    git('rev-parse', '--short=12', 'HEAD'),
    git('status', '--porcelain'),
  ]);
  return `${commit.trim()}${changes ? '-changed' : ''}`;
}

async function readLivePage(address: string): Promise<string> {
  return fetch(address, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    // Not there before the first deployment.
    () => '',
  );
}

async function stageOf(own: Readonly<Record<string, string>>): Promise<StageParameters> {
  const stage = readStage(new App({ context: await readContext(ROOT, own) }).node);
  if (stage.stage === 'local')
    throw new Error(
      'Which stage? npm run deploy -- -c stage=NAME, with its parameters under "stages" in cdk.json or cdk.context.json.',
    );
  return stage;
}

/** Runs `cdk deploy` and returns the stacks' outputs by stack and name. */
async function cdkDeploy(words: readonly string[]): Promise<Outputs> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-deploy-'));
  try {
    const file = path.join(folder, 'outputs.json');
    const cdk = path.join(ROOT, 'node_modules', '.bin', 'cdk');
    const code = await new Promise<number | null>((ended, failed) => {
      spawn(cdk, ['deploy', '--outputs-file', file, ...words], { cwd: ROOT, stdio: 'inherit' })
        .on('exit', ended)
        .on('error', failed);
    });
    if (code !== 0) throw new Error(`cdk deploy ended with ${code ?? 'a signal'}.`);
    return Outputs.parse(JSON.parse(await readFile(file, 'utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
