import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { appOrigin, readContext, readStage } from '#infra/config/stage';
import { UsageError } from './command';

/** What an operator's command line says of the stage that it is for. */
export interface StageChoice {
  /** Entries of the CDK context, as `stage=NAME`. */
  readonly context: readonly string[];
  /** State folder of the local cloud. */
  readonly state: string;
}

const LocalOperator = z.object({
  endpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});

/**
 * Points the clients of this process at a stage: one that is deployed, by the credentials that are at hand, or,
 * where none is named, the local cloud, as long as it runs. Gives the stage's name, and the origin of its dashboard and
 * API. To be called before anything that makes a client is imported.
 */
export async function enterStage(
  root: string,
  { context, state }: StageChoice,
): Promise<{ readonly stage: string; readonly origin: string }> {
  // Lambda's Node is newer than what runs here; an operator can do nothing about it.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const wrong = context.find((entry) => !/^[^=]+=/.test(entry));
  if (wrong !== undefined)
    throw new UsageError(`-c takes NAME=VALUE, such as stage=production, not ${wrong}`);
  const given = Object.fromEntries(context.map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
  const parameters = readStage(new App({ context: await readContext(root, given) }).node);
  const { stage, region } = parameters;
  if (stage !== 'local') {
    process.env.AWS_REGION = region;
    return { stage, origin: appOrigin(parameters) };
  }
  const operator = await readFile(path.join(state, 'operator.json'), 'utf8').catch(() => null);
  if (operator === null)
    throw new Error(
      `No local stage has run with the state ${state}: start it (npm start), or name a deployed one with -c stage=NAME.`,
    );
  const { endpoint, region: localRegion, ...keys } = LocalOperator.parse(JSON.parse(operator));
  // Whatever it answers.
  await fetch(endpoint).catch(() => {
    throw new Error(`The local stage with the state ${state} does not run: start it (npm start).`);
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: localRegion,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  });
  delete process.env.AWS_SESSION_TOKEN;
  delete process.env.AWS_PROFILE;
  return { stage, origin: `http://app.localhost:${new URL(endpoint).port}` };
}
