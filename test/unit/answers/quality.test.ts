import { describe, expect, it } from 'vitest';
import { ask, judge, type Knowledge, knowledgeOf, plain, readQuestions, type Writer } from './evaluation';

const sets = readQuestions();

/** Percent, as measured, less what one question more or less makes: a fall of quality fails, a rounding doesn't. */
const FLOORS = {
  en: { right: 86, unrelated: 12, answeredWrongly: 10 },
  de: { right: 90, unrelated: 11, answeredWrongly: 5 },
} as const;

const percent = (count: number, of: number) => (100 * count) / of;

describe.each(['en', 'de'] as const)('answers in the passages’ own words, %s', (language) => {
  const { document, answerable, unanswerable } = sets[language];

  it('is asked what its handbook says', async () => {
    const { passages } = await knowledgeOf(document, { embeddings: false });
    const text = plain(passages.map((passage) => passage.text.replaceAll(' | ', ', ')).join(' '));
    const missing = answerable.filter(
      ({ gold }) => !gold.every((sentence) => text.includes(plain(sentence))),
    );
    expect(missing).toEqual([]);
    expect(answerable.length).toBeGreaterThanOrEqual(40);
    expect(unanswerable.length).toBeGreaterThanOrEqual(15);
  });

  it.each([
    ['by words alone, from the model', false, 'model'],
    ['by words alone, while the model fails', false, 'quotes'],
    ['with embeddings, from the model', true, 'model'],
  ] as const)('%s, are right as often as measured', async (_, embeddings, writer) => {
    const knowledge = await knowledgeOf(document, { embeddings });
    const figures = await measure(knowledge, writer);
    const floors = FLOORS[language];
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
