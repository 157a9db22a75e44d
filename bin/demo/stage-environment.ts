import { parseArgs } from 'node:util';
import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { App } from 'aws-cdk-lib';
import { readContext, readStage } from '#infra/config/stage';
import { agreedEnvironment } from './agreed-environment';

/** What a deployed stage's functions run with. */
export async function stageEnvironment(root: string): Promise<Record<string, string>> {
  const { values } = parseArgs({ options: { context: { type: 'string', short: 'c', multiple: true } } });
  const own = Object.fromEntries((values.context ?? []).map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
  const { stage, region } = readStage(new App({ context: await readContext(root, own) }).node);
  if (stage === 'local')
    throw new Error('Which stage? npm run demo -- -c stage=NAME. `npm start` gives the local one its own.');
  const client = new LambdaClient({ region });
  const ours: Record<string, string>[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const { Environment } of Functions) {
      const variables = Environment?.Variables ?? {};
      if (variables.STAGE === stage && variables.POWERTOOLS_SERVICE_NAME) ours.push(variables);
    }
  const found = agreedEnvironment(ours);
  if (!found.TABLE_NAME) throw new Error(`Stage ${stage} is not deployed, or this is another account.`);
  return { ...found, AWS_REGION: region };
}
