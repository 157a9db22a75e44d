import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { fillFacts } from '#contract/site/product-facts';
import { extract } from '#core/reading/extract';
import { splitIntoPassages } from '#core/retrieval/split';
import { ROOT } from '#test/helpers/assembly';
import { ask, knowledgeFrom, plain } from './evaluation';

it.each(['en', 'de'] as const)(
  'the demo bot answers each question that its articles ask with all that stands below it (%s)',
  async (language) => {
    const articles = readArticles(language);
    const passages = await Promise.all(
      articles.map(async (article) => splitIntoPassages((await extract(article, 'md')).blocks)),
    );
    const knowledge = knowledgeFrom(passages.flat(), { embeddings: true });
    const answers = new Map(articles.flatMap((article) => sectionsOf(article.toString('utf8'))));
    expect(answers.size).toBeGreaterThan(30);

    const told = new Map<string, string>();
    for (const question of answers.keys()) {
      const { text } = await ask(knowledge, { question }, language);
      told.set(question, plain(text.replace(/ \[1\]$/, '')));
    }
    expect(told).toEqual(answers);
  },
);

function readArticles(language: Language): readonly Buffer[] {
  const folder = join(ROOT, 'functions/core/operator/demo/articles', language);
  return readdirSync(folder).map((name) =>
    Buffer.from(fillFacts(readFileSync(join(folder, name), 'utf8'), language)),
  );
}

/** Each question with what follows it. */
function sectionsOf(article: string): (readonly [question: string, answer: string])[] {
  return [...article.matchAll(/^## (.+)\n\n([^#]+)/gm)].map(([, question = '', answer = '']) => [
    question,
    plain(answer.replaceAll(/^- /gm, '')),
  ]);
}
