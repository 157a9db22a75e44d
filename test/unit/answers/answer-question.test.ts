import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { DEFAULT_MESSAGES } from '#contract/bots/bot-config';
import {
  type AnswerRequest,
  type AnswerResult,
  answerQuestion,
  answerWithQuotes,
} from '#core/answers/answer-question';
import { type AnswerModel, ModelError, type ModelEvent } from '#core/answers/ports';
import { NO_ANSWER } from '#core/answers/prompt';
import { type Knowledge, knowledgeFrom } from './evaluation';

const TEXTS: Record<Language, readonly string[]> = {
  en: ['Standard delivery takes three working days.', 'Returns are free within 30 days.'],
  de: ['Die Versandkosten betragen 4,90 €.', 'Rücksendungen sind 30 Tage lang kostenlos.'],
};
const shop = (language: Language, count = 2): Knowledge =>
  knowledgeFrom(
    TEXTS[language]
      .slice(0, count)
      .map((text) => ({ text, page: 3, heading: null, start: 0, end: text.length })),
    { embeddings: false },
  );
const QUESTION = 'How long does delivery take?';

const END: ModelEvent = { type: 'end', stop: 'complete', usage: { inputTokens: 9, outputTokens: 5 } };
const delta = (text: string): ModelEvent => ({ type: 'delta', text });

/** Says these events, one by one; what is thrown among them is thrown. */
function model(...events: (ModelEvent | Error | 'silence')[]): AnswerModel & { calls: number } {
  const made = {
    calls: 0,
    async *stream() {
      made.calls++;
      for (const event of events) {
        if (event === 'silence') await new Promise(() => {});
        else if (event instanceof Error) throw event;
        else yield event;
      }
    },
  };
  return made;
}

interface Asked {
  readonly question?: string;
  readonly escalationMessage?: string;
  readonly language?: Language;
  readonly fallbackMessage?: string;
  readonly knowledge?: Knowledge;
  readonly deadline?: AbortSignal;
  readonly timeouts?: { readonly firstText: number; readonly total: number };
}

async function answered(writer: AnswerModel, asked: Asked = {}): Promise<AnswerResult & { shown: string }> {
  const { language = 'en', timeouts = { firstText: 30_000, total: 30_000 } } = asked;
  let shown = '';
  const { retriever } = asked.knowledge ?? shop(language);
  const result = await answerQuestion({ retriever, model: writer, timeouts }, request(asked), {
    onText: (text) => {
      shown += text;
    },
    ...(asked.deadline && { modelDeadline: asked.deadline }),
  });
  return { ...result, shown };
}

function request({
  question = QUESTION,
  language = 'en',
  fallbackMessage,
  escalationMessage,
}: Asked): AnswerRequest {
  return {
    bot: { accountId: 'a', botId: 'b' },
    botName: 'Ada',
    companyName: 'Example Ltd',
    language,
    fallbackMessage: fallbackMessage ?? DEFAULT_MESSAGES[language].fallbackMessage,
    ...(escalationMessage !== undefined && { escalationMessage }),
    question,
    history: [],
  };
}

const broken = new ModelError('unavailable', 'gone');
const QUOTED = /own at the moment.*\n\n> “Standard delivery takes three working days\.” \[1\]$/;

describe('an answer', () => {
  it('is what the model says, as it comes, with its citations', async () => {
    const answer = await answered(model(delta('It takes '), delta('three days [1].'), END));
    expect(answer).toMatchObject({
      kind: 'generated',
      text: 'It takes three days [1].',
      usage: { inputTokens: 9, outputTokens: 5 },
      modelFailure: null,
      citations: [{ number: 1, documentId: 'handbook', page: 3, quote: TEXTS.en[0] }],
    });
    expect(answer.shown).toBe(answer.text);
  });

  it('drops citations of passages that were not given', async () => {
    const answer = await answered(model(delta('Three days [7][1]. Surely [9].'), END));
    // Nothing seen stands where something was taken out.
    expect(answer.text.replaceAll('\ufeff', '')).toBe('Three days[1]. Surely.');
    expect(answer.citations).toHaveLength(1);
  });

  it('that cites nothing and has other words than the passages is not given', async () => {
    expect(await answered(model(delta('Ask the mayor of Atlantis instead.'), END))).toMatchObject({
      kind: 'abstained',
      citations: [],
    });
  });
});

describe('a model that fails', () => {
  it.each([
    ['by being throttled', 'throttled', [new ModelError('throttled', 'slow down')]],
    ['by being out of service', 'unavailable', [broken]],
    ['by refusing the request', 'refused', [new ModelError('refused', 'no')]],
    ['by failing with what nobody foresaw', 'unavailable', [new TypeError('oops')]],
    ['by breaking off in the middle', 'unavailable', [delta('It takes two mon'), broken]],
    ['by ending without an end', 'unavailable', [delta('It takes')]],
    ['by saying nothing', 'unavailable', [END]],
  ] as const)('%s leaves quotes, labelled as such', async (_, failure, events) => {
    const answer = await answered(model(...events));
    expect(answer).toMatchObject({ kind: 'quoted', modelFailure: failure });
    expect(answer.text).toMatch(QUOTED);
    expect(answer.citations).toMatchObject([{ number: 1, quote: TEXTS.en[0] }]);
  });

  it('is paid for as far as it says what it took', async () => {
    expect((await answered(model(END))).usage).toEqual({ inputTokens: 9, outputTokens: 5 });
    expect((await answered(model(delta('It takes'), broken))).usage).toBeNull();
  });

  it.each([
    ['does not begin in time', ['silence'], { firstText: 5, total: 30_000 }],
    ['falls silent in the middle', [delta('It '), 'silence'], { firstText: 30_000, total: 20 }],
  ] as const)('because it %s leaves quotes', async (_, events, timeouts) => {
    expect(await answered(model(...events), { timeouts })).toMatchObject({
      kind: 'quoted',
      modelFailure: 'timed_out',
    });
  });

  it('at the caller’s deadline leaves quotes', async () => {
    const answer = await answered(model('silence'), { deadline: AbortSignal.timeout(5) });
    expect(answer).toMatchObject({ kind: 'quoted', modelFailure: 'timed_out' });
  });

  it('says why to the person it concerns', async () => {
    const told: unknown[] = [];
    await answerQuestion(
      {
        retriever: shop('en').retriever,
        model: model(broken),
        timeouts: { firstText: 30_000, total: 30_000 },
        onModelFailed: (...failure) => told.push(failure),
      },
      request({}),
      { onText: () => {} },
    );
    expect(told).toEqual([['unavailable', broken]]);
  });

  it('leaves quotes in German, of a compound, from a knowledge of one passage', async () => {
    const answer = await answered(model(broken), {
      question: 'Was kostet der Versand?',
      language: 'de',
      knowledge: shop('de', 1),
    });
    expect(answer.kind).toBe('quoted');
    expect(answer.text).toContain('> „Die Versandkosten betragen 4,90 €.“ [1]');
  });

  it('leaves the fallback message where no passage speaks to the question', async () => {
    const answer = await answered(model(broken), {
      question: 'Is delivery by helicopter or submarine possible?',
    });
    expect(answer).toMatchObject({
      kind: 'abstained',
      text: DEFAULT_MESSAGES.en.fallbackMessage,
      citations: [],
    });
  });
});

describe('abstaining', () => {
  it.each([
    ['en', 'What does delivery of WX-2041 cost?'],
    ['de', 'Was kostet der Versand von WX-2041?'],
  ] as const)(
    'in %s where no passage has the number costs no call of the model',
    async (language, question) => {
      const writer = model(delta('Three euros [1].'), END);
      const answer = await answered(writer, { language, question });
      expect(answer).toMatchObject({
        kind: 'abstained',
        text: DEFAULT_MESSAGES[language].fallbackMessage,
        citations: [],
      });
      expect(writer.calls).toBe(0);
      expect(answer.shown).toBe('');
    },
  );

  it.each([
    ['at once', [delta(NO_ANSWER), END]],
    ['in pieces, ornamented', [delta(' **NO_'), delta('ANSWER**'), END]],
    ['after other words', [delta('Well. '), delta(NO_ANSWER), END]],
    ['by a filter', [delta('Th'), { ...END, stop: 'filtered' }]],
    ['with reasons, which nobody reads', [delta(`${NO_ANSWER}. The documents`), delta(' are mute.'), END]],
  ] as const)('is the model’s to decide, and what it took is known: %s', async (_, events) => {
    expect(await answered(model(...events))).toMatchObject({
      kind: 'abstained',
      text: DEFAULT_MESSAGES.en.fallbackMessage,
      citations: [],
      usage: { inputTokens: 9, outputTokens: 5 },
    });
  });

  it('does not wait for a model that goes on after it, or breaks off', async () => {
    for (const last of ['silence', broken] as const)
      expect(await answered(model(delta(NO_ANSWER), last))).toMatchObject({
        kind: 'abstained',
        modelFailure: null,
        usage: null,
      });
  });

  it('is said in the question’s language, unless the owner wrote words of her own', async () => {
    const asked = { question: 'Wer gewann die Meisterschaft?', language: 'en' } as const;
    expect((await answered(model(), asked)).text).toBe(DEFAULT_MESSAGES.de.fallbackMessage);
    expect((await answered(model(), { ...asked, fallbackMessage: 'Call 0461 555.' })).text).toBe(
      'Call 0461 555.',
    );
  });

  it('is all there is without any passage', async () => {
    const knowledge = knowledgeFrom([], { embeddings: false });
    const writer = model(delta('Yes.'), END);
    expect((await answered(writer, { knowledge })).kind).toBe('abstained');
    expect((await answerWithQuotes(knowledge, request({}))).kind).toBe('abstained');
    expect(writer.calls).toBe(0);
  });
});

it('answers a greeting without search or model', async () => {
  const writer = model(END);
  expect(await answered(writer, { question: 'Hello!' })).toMatchObject({ kind: 'generated', citations: [] });
  expect(writer.calls).toBe(0);
});

it('quotes without the model when asked to', async () => {
  const quoted = await answerWithQuotes(shop('en'), request({}));
  expect(quoted).toMatchObject({ kind: 'quoted', modelFailure: null });
  expect(quoted.text).toMatch(QUOTED);
});

describe('a visitor who asks for a person', () => {
  const reached = (...texts: readonly string[]) =>
    knowledgeFrom(
      texts.map((text) => ({ text, page: 1, heading: null, start: 0, end: text.length })),
      { embeddings: false },
    );

  it.each([
    ['en', 'Can I speak to a human?', 'Call us on 020 7946 0123 or write to hello@shop.example.'],
    ['de', 'Mitarbeiter bitte', 'Sie erreichen uns telefonisch unter 0221 471100.'],
  ] as const)(
    'is told how the business is reached where nobody is passed on (%s)',
    async (language, question, text) => {
      const writer = model(delta('Surely.'), END);
      const knowledge = reached(text, ...TEXTS[language]);
      const answer = await answered(writer, { question, language, knowledge });
      expect(answer).toMatchObject({ kind: 'generated', citations: [{ number: 1, quote: text }] });
      expect(answer.text).toContain(text);
      expect(writer.calls).toBe(0);
    },
  );

  it('is told that nobody can be reached here where no document says how, and that is an answer', async () => {
    const answer = await answered(model(END), { question: 'I want to talk to a real person' });
    expect(answer).toMatchObject({ kind: 'generated', citations: [] });
    expect(answer.text).toContain('cannot put you through');
  });

  it('reads in a trial what the bot says when it passes on, in the language of the question', async () => {
    const { escalationMessage } = DEFAULT_MESSAGES.en;
    const answer = await answered(model(END), {
      question: 'Kann ich mit einem Menschen sprechen?',
      escalationMessage,
    });
    expect(answer).toMatchObject({ kind: 'generated', text: DEFAULT_MESSAGES.de.escalationMessage });
  });
});
