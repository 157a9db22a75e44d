import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '#contract/accounts/profile';
import { fillFacts } from '#contract/site/product-facts';
import { extract } from '#core/reading/extract';
import type { Passage } from '#core/retrieval/passage';
import { splitIntoPassages } from '#core/retrieval/split';

/** A question that an article asks itself, with what stands below it. */
export interface AskedByArticle {
  readonly question: string;
  readonly answer: string;
}

/** The articles of the bot that answers for Parley itself. */
export async function demoArticles(language: Language) {
  const folder = fileURLToPath(
    new URL(`../../functions/core/operator/demo/articles/${language}/`, import.meta.url),
  );
  const articles = readdirSync(folder).map((name) =>
    fillFacts(readFileSync(`${folder}${name}`, 'utf8'), language),
  );
  const passages: Passage[] = [];
  for (const article of articles)
    passages.push(...splitIntoPassages((await extract(Buffer.from(article), 'md')).blocks));
  return { passages, asked: articles.flatMap(questionsOf) };
}

function questionsOf(article: string): AskedByArticle[] {
  return [...article.matchAll(/^## (.+)\n\n([^#]+)/gm)].map(([, question = '', answer = '']) => ({
    question,
    answer: answer.replaceAll(/^- /gm, ''),
  }));
}
