import { expect, it } from 'vitest';
import { demoArticles } from '../../bench/demo-articles';
import { ask, knowledgeFrom, plain } from './evaluation';

it.each(['en', 'de'] as const)(
  'the demo bot answers each question that its articles ask with all that stands below it (%s)',
  async (language) => {
    const { passages, asked } = await demoArticles(language);
    const knowledge = knowledgeFrom(passages, { embeddings: true });
    const answers = new Map(asked.map(({ question, answer }) => [question, plain(answer)]));
    expect(answers.size).toBeGreaterThan(30);

    const told = new Map<string, string>();
    for (const question of answers.keys()) {
      const { text } = await ask(knowledge, { question }, language);
      told.set(question, plain(text.replace(/ \[1\]$/, '')));
    }
    expect(told).toEqual(answers);
  },
);
