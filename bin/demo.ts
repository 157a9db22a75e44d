import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Language } from '#contract/accounts/profile';
import { fillFacts } from '#contract/site/product-facts';
import type { DemoArticle } from '#core/operator/demo/provision';
import { articleForBot, parseArticle } from '#features/site/help/article.ts';

/*
 * `npm run demo -- -c stage=NAME`: gives a stage the bots by which Parley shows itself and those of the help centre, or
 * brings them up to date.
 * The use cases run here, in the operator's name, with the environment that the stage's functions have. Where that is
 * given already (`npm start` does), no stage is looked up.
 *
 * `npm run demo -- --fill --account E-MAIL [--days 90] [--bots 5]`: gives an account of the running local stage bots,
 * documents and conversations of the past, and counts them. Never of a deployed one: teams would be mailed, and models paid for.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ARTICLES = path.join(ROOT, 'functions', 'core', 'operator', 'demo', 'articles');
const HELP = path.join(ROOT, 'web', 'help');
const BUSINESSES = path.join(ROOT, 'functions', 'core', 'operator', 'demo', 'businesses');

async function main(): Promise<void> {
  const { values } = parseArgs({
    strict: false,
    options: {
      fill: { type: 'boolean' },
      account: { type: 'string' },
      days: { type: 'string', default: '90' },
      bots: { type: 'string', default: '5' },
      state: { type: 'string', default: '.local' },
    },
  });
  if (values.fill === true) return fill(values);
  if (!process.env.TABLE_NAME) {
    // Only where a stage is looked up: the CDK alone would be most of what this costs at the first `npm start`.
    const { stageEnvironment } = await import('./demo/stage-environment');
    Object.assign(process.env, await stageEnvironment(ROOT));
  }
  // Only now: what it reads of the environment it reads when it is loaded.
  const { provisionDemo } = await import('#core/operator/demo/provision');
  const { demo, help } = await provisionDemo(
    { clock: () => new Date(), log: (line) => console.log(`demo  ${line}`) },
    {
      demo: { en: await articles('en'), de: await articles('de') },
      help: { en: await helpArticles('en'), de: await helpArticles('de') },
    },
  );
  console.log(`demo  ready: ${[...Object.values(demo), ...Object.values(help)].join(', ')}`);
}

async function fill({ account, ...given }: Readonly<Record<string, unknown>>): Promise<void> {
  if (typeof account !== 'string') throw new Error('Whose account? --account E-MAIL');
  const [days, bots] = [numberOf('days', given.days, 365), numberOf('bots', given.bots, 5)];
  const file = path.join(String(given.state), 'demo-environment.json');
  const environment = await readFile(file, 'utf8').catch(() => {
    throw new Error('The local stage does not run: start it (npm start).');
  });
  // What functions log here is no news to who runs this.
  Object.assign(process.env, JSON.parse(environment), {
    POWERTOOLS_LOG_LEVEL: 'ERROR',
    POWERTOOLS_METRICS_DISABLED: 'true',
  });
  const { fillAccount } = await import('#core/operator/demo/fill');
  const started = Date.now();
  await fillAccount(
    {
      log: (line) => console.log(`demo  ${line}`),
      articles: (folder) => articlesIn(path.join(BUSINESSES, folder)),
      appOrigin: process.env.APP_ORIGIN ?? '',
    },
    { email: account, days, bots },
  );
  console.log(`demo  filled in ${Math.round((Date.now() - started) / 1_000)} s`);
}

function numberOf(name: string, given: unknown, most: number): number {
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new Error(`--${name} takes a whole number from 1 to ${most}.`);
  return number;
}

async function articles(language: Language): Promise<DemoArticle[]> {
  return filled(await articlesIn(path.join(ARTICLES, language)), language);
}

/** What the help centre says, each article with the address at which it is read. */
async function helpArticles(language: Language): Promise<DemoArticle[]> {
  const files = filled(await articlesIn(path.join(HELP, language)), language);
  return files.map(({ fileName, text }) => {
    const id = path.basename(fileName, '.md');
    return {
      fileName,
      text: articleForBot(parseArticle(id, text)),
      url: `${process.env.APP_ORIGIN}/help/${id}`,
    };
  });
}

function filled(articles: readonly DemoArticle[], language: Language): DemoArticle[] {
  return articles.map((article) => ({ ...article, text: fillFacts(article.text, language) }));
}

async function articlesIn(folder: string): Promise<DemoArticle[]> {
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
