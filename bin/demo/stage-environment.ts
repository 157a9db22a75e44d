import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { App } from 'aws-cdk-lib';
import { readStage } from '../../infra/config/stage';

const FUNCTIONS = ['http-bots', 'http-documents'];

/** The environment of a deployed stage's functions: of those that make bots and that take documents. */
export async function stageEnvironment(root: string): Promise<Record<string, string>> {
  const { values } = parseArgs({ options: { context: { type: 'string', short: 'c', multiple: true } } });
  const { context = {} } = JSON.parse(await readFile(path.join(root, 'cdk.json'), 'utf8'));
  const own = Object.fromEntries((values.context ?? []).map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
  const { stage, region } = readStage(new App({ context: { ...context, ...own } }).node);
  if (stage === 'local')
    throw new Error('Which stage? npm run demo -- -c stage=NAME. `npm start` gives the local one its own.');
  const client = new LambdaClient({ region });
  const found: Record<string, string> = { AWS_REGION: region };
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const { Environment } of Functions) {
      const variables = Environment?.Variables ?? {};
      const isOurs = variables.STAGE === stage && FUNCTIONS.includes(variables.POWERTOOLS_SERVICE_NAME ?? '');
      if (isOurs) Object.assign(found, variables);
    }
  if (!found.TABLE_NAME) throw new Error(`Stage ${stage} is not deployed, or this is another account.`);
  return found;
}
