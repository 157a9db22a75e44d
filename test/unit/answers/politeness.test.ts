import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { splitIntoPassages } from '#core/retrieval/split';
import { ask, knowledgeFrom } from './evaluation';
import data from './polite.json';

/** Each question as it is asked by people who greet, introduce themselves, give thanks and sign. */
describe.each(['de', 'en'] as const)('a polite message (%s)', (language) => {
  const { document, questions, variants } = data[language];
  const blocks = document.split('\n\n').map((text, at) => ({
    kind: at % 2 ? ('paragraph' as const) : ('heading' as const),
    level: 1,
    text,
    page: null,
  }));
  const knowledge = knowledgeFrom(splitIntoPassages(blocks), { embeddings: false });
  const asked = questions.flatMap((question) =>
    variants.map((variant) => [polite(variant, question), question]),
  );

  it.each(asked)('is answered as the bare question: %j', async (message = '', question = '') => {
    for (const writer of ['quotes', 'model'] as const) {
      const bare = await ask(knowledge, { question }, language, writer);
      expect(bare.kind).not.toBe('abstained');
      expect((await ask(knowledge, { question: message }, language, writer)).text).toBe(bare.text);
    }
  });
});

/** `{Q}` stands for the question, `{q}` for what becomes of it behind a comma. */
function polite(variant: string, question: string): string {
  return variant
    .replace('{Q}', question)
    .replace('{q}', question.charAt(0).toLowerCase() + question.slice(1));
}

it('is answered question by question', async () => {
  const texts = [
    'The deposit is 350 €.',
    'Dogs are welcome and cost 8 euros a night.',
    'The pool is closed.',
  ];
  const knowledge = knowledgeFrom(
    texts.map((text) => ({ text, page: null, heading: null, start: 0, end: text.length })),
    { embeddings: false },
  );
  const question = 'Hello! How much is the deposit? And are dogs welcome? Thanks, Anna';
  for (const writer of ['quotes', 'model'] as const) {
    const { text } = await ask(knowledge, { question }, 'en' satisfies Language, writer);
    expect(text).toContain('350 €');
    expect(text).toContain('Dogs are welcome');
    expect(text).not.toContain('pool');
  }
});

describe('what is told beside a question', () => {
  const told = async (texts: readonly string[], question: string) => {
    const knowledge = knowledgeFrom(
      texts.map((text) => ({ text, page: null, heading: null, start: 0, end: text.length })),
      { embeddings: false },
    );
    return await ask(knowledge, { question }, 'en', 'quotes');
  };
  const PRICES = [
    'A night costs 80 € for adults.',
    'A night costs 60 € for students.',
    'The pool is closed.',
  ];

  it('says which of several answers is meant', async () => {
    const { text } = await told(PRICES, 'Hello, I am a student in my first year. What does a night cost?');
    expect(text).toContain('60 €');
    expect(text).not.toContain('80 €');
  });

  it('has to be spoken of by none', async () => {
    const { text } = await told(PRICES, 'Hello, my sister recommended your house. What does a night cost?');
    expect(text).toMatch(/80 €|60 €/);
  });

  it('is not answered itself', async () => {
    const texts = ['You can return a bicycle within 30 days.', 'We deliver each bicycle within a week.'];
    const story = 'My bicycle was delivered a week late and I want to return it within the 30 days.';
    expect(await told(texts, `${story} Is there a sauna in the basement?`)).toMatchObject({
      kind: 'abstained',
    });
  });
});
