import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { App } from 'aws-cdk-lib';
import type { DemoArticle } from '../functions/core/demo/provision';
import { readStage } from '../infra/config/stage';

/*
 * `npm run demo -- -c stage=NAME`: gives a stage the bots by which Parley shows itself, or brings them up to date.
 * The use cases run here, in the operator's name, with the environment that the stage's functions have. Where that is
 * given already (`npm start` does), no stage is looked up.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ARTICLES = path.join(ROOT, 'functions', 'core', 'demo', 'articles');
/** Whose environment it takes: of those that make bots and that take documents. */
const FUNCTIONS = ['http-bots', 'http-documents'];

async function main(): Promise<void> {
  if (!process.env.TABLE_NAME) Object.assign(process.env, await stageEnvironment());
  // Only now: what it reads of the environment it reads when it is loaded.
  const { provisionDemo } = await import('../functions/core/demo/provision');
  const widgets = await provisionDemo(
    { clock: () => new Date(), log: (line) => console.log(`demo  ${line}`) },
    { en: await articles('en'), de: await articles('de') },
  );
  console.log(`demo  ready: ${Object.values(widgets).join(', ')}`);
}

async function articles(language: string): Promise<DemoArticle[]> {
  const folder = path.join(ARTICLES, language);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (fileName) => ({
      fileName,
      text: await readFile(path.join(folder, fileName), 'utf8'),
    })),
  );
}

async function stageEnvironment(): Promise<Record<string, string>> {
  const { values } = parseArgs({ options: { context: { type: 'string', short: 'c', multiple: true } } });
  const { context = {} } = JSON.parse(await readFile(path.join(ROOT, 'cdk.json'), 'utf8'));
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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? `demo  ${error.message}` : error);
  process.exitCode = 1;
});
