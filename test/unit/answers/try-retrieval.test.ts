import { describe, expect, it } from 'vitest';
import { botDefaults } from '#contract/bots/bot-config';
import { type AnswerModel, ModelError, type Retriever } from '#core/answers/ports';
import { NO_ANSWER } from '#core/answers/prompt';
import { recordedAnswerer } from '#core/answers/recorded-answerer';
import { tryRetrieval } from '#core/answers/try-retrieval';
import { buildSegment } from '#core/retrieval/build';
import { search } from '#core/retrieval/search';
import { openSegment } from '#core/retrieval/segment';
import { quotingModel } from './evaluation';
import { UNBOUNDED } from './unbounded';

describe('trying a question', () => {
  it('gives the passages, best first, with what each field adds to the score', async () => {
    const trial = await ask('How long does the delivery take?');
    expect(trial).toMatchObject({ verdict: 'answers', language: 'en' });
    const [first] = trial.passages;
    expect(first).toMatchObject({ documentId: 'd1', title: 'Terms', page: 2, heading: 'Shop' });
    expect(first?.text).toContain('delivery');
    const { words = 0, grams = 0, pairs = 0, dense } = first?.fields ?? {};
    expect(dense).toBeNull();
    expect(words + grams + pairs).toBeCloseTo(first?.score ?? 0, 3);
    expect(first?.coverage).toBeGreaterThan(trial.passages[1]?.coverage ?? 0);
  });

  it('says why a visitor gets the fallback message, and shows it', async () => {
    expect(await ask('xyzzy')).toMatchObject({ verdict: 'nothing_found', passages: [], reply: FALLBACK });
    const other = await ask('How long does the delivery of WX-2041 take?');
    expect(other).toMatchObject({ verdict: 'not_named', reply: FALLBACK, record: { model: null } });
    expect(other.passages.length).toBeGreaterThan(0);
    expect(await ask('delivery', { retriever: nothing })).toMatchObject({ verdict: 'no_knowledge' });
  });

  it('says that the model declines what its passages don’t answer, and what that took', async () => {
    const declining = model({ type: 'delta', text: NO_ANSWER });
    expect(await ask('How long does the delivery take?', { model: declining })).toMatchObject({
      verdict: 'declined',
      reply: FALLBACK,
      record: { model: 'amazon.nova-lite-v1:0', inputTokens: 800, costUsd: 0.0000504 },
    });
    const inventing = model({ type: 'delta', text: 'Ask the mayor of Atlantis instead.' });
    expect((await ask('How long does the delivery take?', { model: inventing })).verdict).toBe('declined');
  });

  it('shows the answer as a visitor reads it, with its source', async () => {
    const trial = await ask('How long does the delivery take?');
    expect(trial.reply).toMatchObject({
      text: expect.stringMatching(/three days.*\[1\]/),
      citations: [{ number: 1, documentId: 'd1', page: 2 }],
    });
  });

  it('tells which passages the answer cites from those that were only found', async () => {
    const citing = model({ type: 'delta', text: 'We repair watches of all makes. [2]' });
    const { passages, reply } = await ask('Does the delivery of watches take long?', { model: citing });
    expect(reply.citations).toMatchObject([{ number: 1, page: 3 }]);
    expect(passages.map(({ page, citationNumber }) => [page, citationNumber])).toEqual([
      [2, null],
      [3, 1],
    ]);
  });

  it('tells quotes, or a fallback, of a model that fails from those of one that answers', async () => {
    const broken: AnswerModel = {
      // biome-ignore lint/correctness/useYield: it fails before it says anything
      async *stream() {
        throw new ModelError('throttled', 'slow down');
      },
    };
    expect(await ask('How long does the delivery take?', { model: broken })).toMatchObject({
      verdict: 'quotes',
      record: { modelFailure: 'throttled' },
    });
    expect(await ask('Is the delivery insured?', { model: broken })).toMatchObject({
      verdict: 'model_failed',
      reply: FALLBACK,
    });
  });

  it('answers a greeting without looking anything up', async () => {
    expect(await ask('Thanks!')).toMatchObject({ verdict: 'small_talk', passages: [] });
  });

  it('tells that a person is asked for, whom no document can be', async () => {
    expect(await ask('Can I speak to a human?')).toMatchObject({ verdict: 'person' });
  });

  it('takes a question that names no language for one in the bot’s', async () => {
    expect((await ask('Delivery?', { language: 'de' })).language).toBe('de');
    expect((await ask('Wie lange dauert die Lieferung?')).language).toBe('de');
  });
});

const FALLBACK = { text: 'Please call us.', citations: [] };
const USAGE = { inputTokens: 800, outputTokens: 10 };

function model(...events: { type: 'delta'; text: string }[]): AnswerModel {
  return {
    async *stream() {
      yield* events;
      yield { type: 'end', stop: 'complete', usage: USAGE };
    },
  };
}

const text = 'The delivery takes three days within the country.';
const passages = [
  { text, page: 2, heading: 'Shop', start: 0, end: text.length },
  { text: 'We repair watches of all makes.', page: 3, heading: 'Shop', start: 60, end: 90 },
];
const segment = openSegment(buildSegment({ documentId: 'd1', title: 'Terms', language: 'en', passages }));
const shop: Retriever = {
  retrieve: async (_, searched, { limit, language = null }) => ({
    hits: search([{ segment }], searched, { limit, language }),
    hasKnowledge: true,
  }),
};
const nothing: Retriever = { retrieve: async () => ({ hits: [], hasKnowledge: false }) };

function ask(
  question: string,
  asked: { language?: 'en' | 'de'; model?: AnswerModel; retriever?: Retriever } = {},
) {
  const { language = 'en', model = quotingModel, retriever = shop } = asked;
  const answerer = recordedAnswerer(
    { retriever, timeouts: { firstText: 30_000, total: 30_000 } },
    UNBOUNDED,
    { all: new Map(), own: { id: 'amazon.nova-lite-v1:0', model } },
  );
  const config = { ...botDefaults(language), fallbackMessage: FALLBACK.text };
  return tryRetrieval(answerer, { ref: { accountId: 'a', botId: 'b' }, name: 'Helper', config }, question);
}
