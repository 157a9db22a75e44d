import { describe, expect, it } from 'vitest';
import { ask, judge, type Knowledge, knowledgeOf, plain, readQuestions, type Writer } from './evaluation';

/** Percent, as measured, less what one question more or less makes: a fall of quality fails, a rounding doesn't. */
const FLOORS = {
  questions: {
    en: { right: 76, unrelated: 11, answeredWrongly: 26 },
    de: { right: 88, unrelated: 4, answeredWrongly: 5 },
  },
  'held-out': {
    en: { right: 48, unrelated: 36, answeredWrongly: 40 },
    de: { right: 59, unrelated: 12, answeredWrongly: 30 },
  },
} as const;

/** Fewer would tell too little. */
const LEAST = {
  questions: { answerable: 40, unanswerable: 15 },
  'held-out': { answerable: 25, unanswerable: 10 },
} as const;

const SETS = [
  ['questions', 'en'],
  ['questions', 'de'],
  ['held-out', 'en'],
  ['held-out', 'de'],
] as const;

const percent = (count: number, of: number) => (100 * count) / of;

describe.each(SETS)('answers in the passages’ own words, %s, %s', (set, language) => {
  const { document, answerable, unanswerable } = readQuestions(set)[language];

  it('is asked what its handbook says', async () => {
    const { passages } = await knowledgeOf(document, { embeddings: false });
    const text = plain(passages.map((passage) => passage.text.replaceAll(' | ', ', ')).join(' '));
    const missing = answerable.filter(
      ({ gold }) => !gold.every((sentence) => text.includes(plain(sentence))),
    );
    expect(missing).toEqual([]);
    expect(answerable.length).toBeGreaterThanOrEqual(LEAST[set].answerable);
    expect(unanswerable.length).toBeGreaterThanOrEqual(LEAST[set].unanswerable);
  });

  it.each([
    ['by words alone, from the model', false, 'model'],
    ['by words alone, while the model fails', false, 'quotes'],
    ['with embeddings, from the model', true, 'model'],
  ] as const)('%s, are right as often as measured', async (_, embeddings, writer) => {
    const knowledge = await knowledgeOf(document, { embeddings });
    const figures = await measure(knowledge, writer);
    const floors = FLOORS[set][language];
    expect(figures.right, figures.misses).toBeGreaterThanOrEqual(floors.right);
    expect(figures.unrelated, figures.misses).toBeLessThanOrEqual(floors.unrelated);
    expect(figures.answeredWrongly, figures.misses).toBeLessThanOrEqual(floors.answeredWrongly);
  });

  async function measure(knowledge: Knowledge, writer: Writer) {
    const misses: string[] = [];
    let [right, unrelated, answeredWrongly] = [0, 0, 0];
    for (const question of answerable) {
      const judged = judge(question, await ask(knowledge, question, language, writer));
      if (judged.verdict === 'right') right++;
      else misses.push(`${judged.verdict}: ${question.question} → ${judged.answer.text}`);
      if (judged.unrelated) unrelated++;
    }
    for (const question of unanswerable) {
      const answer = await ask(knowledge, question, language, writer);
      if (answer.kind === 'abstained') continue;
      answeredWrongly++;
      misses.push(`answered: ${question.question} → ${answer.text}`);
    }
    return {
      right: percent(right, answerable.length),
      /** Answers that cite a passage without the gold sentence, beside the right one or instead. */
      unrelated: percent(unrelated, answerable.length),
      answeredWrongly: percent(answeredWrongly, unanswerable.length),
      misses: misses.join('\n'),
    };
  }
});
