import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import { GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { deployedStage } from '../infra/config/outputs';
import { mailDomain, readStage, rootOrigin, type StageParameters } from '../infra/config/stage';
import { publish } from '../infra/publish';
import { inlineSources } from '../web/landing/build';

/*
 * `npm run deploy -- -c stage=NAME`: the mail domain first, since Cognito sends only by one that is verified, then
 * all stacks, then the static files. Further words go to `cdk deploy` as they are. Repeating it changes nothing.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const Outputs = z.record(z.string(), z.record(z.string(), z.string()));
type Outputs = z.infer<typeof Outputs>;

async function main(): Promise<void> {
  const { values, tokens } = parseArgs({
    options: { context: { type: 'string', short: 'c', multiple: true } },
    strict: false,
    tokens: true,
  });
  const context = (values.context ?? []).map(String);
  const passedOn = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const stage = await stageOf(context);
  const named = (stack: string) => `parley-${stage.stage}-${stack}`;
  const words = [...context.flatMap((entry) => ['-c', entry]), ...passedOn];

  const mail = await cdkDeploy([named('mail'), ...words]);
  await requireVerified(stage, mail[named('mail')] ?? {});
  const all = await cdkDeploy(['--all', ...words, ...(await admitLivePage(stage))]);
  const deployed = deployedStage(stage.stage, all[named('edge')]);
  const written = await publish(new S3Client({ region: deployed.region }), path.join(ROOT, 'dist'), deployed);
  console.log(`${written} files published: ${deployed.appOrigin}`);
}

/** The page that is live goes on under the new policy until the new page is published. */
async function admitLivePage(stage: StageParameters): Promise<string[]> {
  const page = await fetch(`${rootOrigin(stage)}/en`, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    // Not there before the first deployment.
    () => '',
  );
  return page ? ['-c', `liveInlineCode=${JSON.stringify(inlineSources([page]))}`] : [];
}

async function stageOf(entries: readonly string[]): Promise<StageParameters> {
  const { context = {} } = JSON.parse(await readFile(path.join(ROOT, 'cdk.json'), 'utf8'));
  const own = Object.fromEntries(entries.map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
  const stage = readStage(new App({ context: { ...context, ...own } }).node);
  if (stage.stage === 'local')
    throw new Error(
      'Which stage? npm run deploy -- -c stage=NAME, with its parameters under "stages" in cdk.json.',
    );
  return stage;
}

/** Stops with the records to make, where DNS is not ours: SES looks for them by itself and takes minutes to hours. */
async function requireVerified(
  stage: StageParameters,
  outputs: Readonly<Record<string, string>>,
): Promise<void> {
  const domain = mailDomain(stage);
  const ses = new SESv2Client({ region: stage.region });
  const { VerifiedForSendingStatus } = await ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
  if (VerifiedForSendingStatus) return;
  const records = Object.entries(outputs).flatMap(([name, value]) =>
    name.startsWith('MailDkim') ? [value] : [],
  );
  throw new Error(
    [
      `SES has not yet verified ${domain}, and Cognito sends by nothing else.`,
      ...(records.length > 0
        ? ['It needs these DNS records:', ...records.map((record) => `  ${record}`)]
        : []),
      'Run this again when they are there: it goes on from here.',
    ].join('\n'),
  );
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
