import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DemoArticle } from '../functions/core/demo/provision';

/*
 * `npm run demo -- -c stage=NAME`: gives a stage the bots by which Parley shows itself, or brings them up to date.
 * The use cases run here, in the operator's name, with the environment that the stage's functions have. Where that is
 * given already (`npm start` does), no stage is looked up.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ARTICLES = path.join(ROOT, 'functions', 'core', 'demo', 'articles');

async function main(): Promise<void> {
  if (!process.env.TABLE_NAME) {
    // Only where a stage is looked up: the CDK alone would be most of what this costs at the first `npm start`.
    const { stageEnvironment } = await import('./demo/stage-environment');
    Object.assign(process.env, await stageEnvironment(ROOT));
  }
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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? `demo  ${error.message}` : error);
  process.exitCode = 1;
});
