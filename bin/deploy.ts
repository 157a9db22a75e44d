import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { deployedStage } from '../infra/config/outputs';
import { publish } from '../infra/publish';

/*
 * `npm run deploy -- -c stage=NAME`: the firewall first, since CloudFront takes its ARN from another region,
 * then all other stacks, then the static files. Further words go to `cdk deploy` as they are.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const Outputs = z.record(z.string(), z.record(z.string(), z.string()));

const { values, tokens } = parseArgs({
  options: { context: { type: 'string', short: 'c', multiple: true } },
  strict: false,
  tokens: true,
});
const context = (values.context ?? []).map(String);
const stage = context.find((entry) => entry.startsWith('stage='))?.slice('stage='.length);
if (!stage || stage === 'local') {
  console.error(
    'Which stage? npm run deploy -- -c stage=NAME, with its parameters under "stages" in cdk.json.',
  );
  process.exit(2);
}
const passedOn = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));

const folder = await mkdtemp(path.join(tmpdir(), 'parley-deploy-'));
try {
  const waf = await deploy(`parley-${stage}-waf`, []);
  const all = await deploy('--all', ['-c', `webAclArn=${waf[`parley-${stage}-waf`]?.WebAclArn ?? ''}`]);
  const deployed = deployedStage(stage, all[`parley-${stage}-edge`]);
  const written = await publish(new S3Client({ region: deployed.region }), path.join(ROOT, 'dist'), deployed);
  console.log(`${written} files published: ${deployed.appOrigin}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs `cdk deploy` and returns the stacks' outputs by stack and name. */
async function deploy(stacks: string, more: readonly string[]): Promise<z.infer<typeof Outputs>> {
  const file = path.join(folder, `${stacks.replace(/^-+/, '')}.json`);
  const own = context.flatMap((entry) => ['-c', entry]);
  const cdk = path.join(ROOT, 'node_modules', '.bin', 'cdk');
  const code = await new Promise<number | null>((ended, failed) => {
    spawn(cdk, ['deploy', stacks, '--outputs-file', file, ...own, ...more, ...passedOn], {
      cwd: ROOT,
      stdio: 'inherit',
    })
      .on('exit', ended)
      .on('error', failed);
  });
  if (code !== 0) process.exit(code ?? 1);
  return Outputs.parse(JSON.parse(await readFile(file, 'utf8')));
}
