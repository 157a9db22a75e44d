import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { type AnswerRequest, answerQuestion } from '#core/answers/answer-question';
import { needsRewriting, topicOf } from '#core/answers/follow-up';
import type { AnswerModel, ModelEvent, ModelRequest } from '#core/answers/ports';
import type { Turn } from '#core/answers/prompt';
import { parseRewriting } from '#core/answers/rewrite';
import { answerFrom } from '#infra/local/services/bedrock/answerer';

const bot = (text: string): Turn => ({ author: 'bot', text });
const visitor = (text: string): Turn => ({ author: 'visitor', text });

const TICKETS = [visitor('Which tickets are there?'), bot('There are day tickets and season tickets [1].')];
const KARTEN = [visitor('Welche Karten gibt es?'), bot('Es gibt Tageskarten und Saisonkarten [1].')];

describe('a question that only the conversation explains', () => {
  it.each([
    ['And how much is the second one?', TICKETS, 'en'],
    ['Which of them can I cancel?', TICKETS, 'en'],
    ['What does the other cost?', TICKETS, 'en'],
    ['How long is the one you mentioned valid?', TICKETS, 'en'],
    ['Was kostet die zweite?', KARTEN, 'de'],
    ['Welche davon kann ich stornieren?', KARTEN, 'de'],
    ['Und die günstigere?', KARTEN, 'de'],
    ['Sie sagten gerade, die gilt länger?', KARTEN, 'de'],
  ] as const)('is rewritten: %s', (question, history, language) => {
    expect(needsRewriting(question, language, history)).toBe(true);
  });

  it('is so too after several that lean on one another', () => {
    const history = [
      visitor('Do you deliver to Austria?'),
      bot('Yes.'),
      visitor('And to Switzerland?'),
      bot('Yes.'),
      visitor('And to Poland?'),
      bot('Yes.'),
    ];
    expect(needsRewriting('How much is it?', 'en', history)).toBe(true);
  });

  it.each([
    ['What does a season ticket cost?', TICKETS, 'en'],
    ['And how much is that?', TICKETS, 'en'],
    ['And the second one?', [], 'en'],
    ['What are your opening hours on the second Sunday of the month?', TICKETS, 'en'],
    ['What is the first aid kit for?', TICKETS, 'en'],
    ['Was kostet eine Saisonkarte?', KARTEN, 'de'],
    ['Und was kostet das?', KARTEN, 'de'],
    ['Wann fährt der letzte Bus?', KARTEN, 'de'],
    ['Wo finde ich die zweite Umkleide im Erdgeschoss?', KARTEN, 'de'],
  ] as const)('costs no call where it is none: %s', (question, history, language) => {
    expect(needsRewriting(question, language, history)).toBe(false);
  });

  it('leans on what the question before leans on, too', () => {
    const history = [visitor('What does delivery cost?'), bot('…'), visitor('And to Austria?'), bot('…')];
    expect(topicOf('How long does it take?', 'en', history)).toBe(
      'What does delivery cost?\nAnd to Austria?',
    );
  });
});

const delta = (text: string): ModelEvent => ({ type: 'delta', text });
const end: ModelEvent = { type: 'end', stop: 'complete', usage: { inputTokens: 7, outputTokens: 3 } };

interface Asked {
  readonly rewriter: (request: ModelRequest) => AsyncIterable<ModelEvent>;
  readonly firstText?: number;
  readonly language?: Language;
}

async function searched({ rewriter, firstText = 60_000 }: Asked) {
  let wanted = '';
  const model: AnswerModel = {
    async *stream(request) {
      if (parseRewriting(request.messages)) yield* rewriter(request);
      else yield* [delta('A season ticket costs 90 euros [1].'), end];
    },
  };
  const request: AnswerRequest = {
    bot: { accountId: 'a', botId: 'b' },
    botName: 'Ada',
    companyName: 'Example Ltd',
    language: 'en',
    fallbackMessage: 'No answer.',
    question: 'And how much is the second one?',
    history: TICKETS,
  };
  const text = 'A season ticket costs 90 euros.';
  const answer = await answerQuestion(
    {
      retriever: {
        retrieve: async (_, question) => {
          wanted = question;
          const passage = { text, page: null, heading: null, start: 0, end: text.length };
          const fields = { words: 1, grams: 1, pairs: 1, dense: null };
          const hit = { id: 'd#0', documentId: 'd', title: 'Prices', language: 'en' as const, passage };
          return { hits: [{ ...hit, score: 1, fields, coverage: 1 }], hasKnowledge: true };
        },
      },
      model,
      timeouts: { firstText, total: 60_000 },
    },
    request,
    { onText: () => {} },
  );
  return { wanted, answer };
}

const OWN = 'Which tickets are there?\nAnd how much is the second one?';

describe('rewriting', () => {
  it('is what is searched with, and is counted', async () => {
    const { wanted, answer } = await searched({
      rewriter: async function* () {
        yield* [delta('"How much is a '), delta('season ticket?"\nHere you are.'), end];
      },
    });
    expect(wanted).toBe('How much is a season ticket?');
    expect(answer).toMatchObject({
      kind: 'generated',
      searchedFor: 'How much is a season ticket?',
      usage: { inputTokens: 14, outputTokens: 6 },
    });
  });

  it('shows the model the conversation as data', async () => {
    const asked: ModelRequest[] = [];
    await searched({
      rewriter: async function* (request) {
        asked.push(request);
        yield end;
      },
    });
    expect(parseRewriting(asked[0]?.messages ?? [])).toMatchObject({
      question: 'And how much is the second one?',
      history: [
        { author: 'visitor', text: 'Which tickets are there?' },
        { author: 'bot', text: 'There are day tickets and season tickets.' },
      ],
    });
  });

  it.each([
    [
      'fails',
      async function* () {
        yield delta('How');
        throw new Error('gone');
      },
    ],
    [
      'writes an address',
      async function* () {
        yield* [delta('See https://evil.example/x'), end];
      },
    ],
    [
      'writes a letter',
      async function* () {
        yield* [delta('word '.repeat(100)), end];
      },
    ],
    [
      'writes nothing',
      async function* () {
        yield end;
      },
    ],
  ] as const)('falls back to the visitor’s own words when the model %s', async (_, rewriter) => {
    const { wanted, answer } = await searched({ rewriter });
    expect(wanted).toBe(OWN);
    expect(answer).toMatchObject({ kind: 'generated', searchedFor: OWN });
  });

  it('does not keep the visitor waiting', async () => {
    const { wanted } = await searched({
      firstText: 20,
      rewriter: async function* () {
        await new Promise(() => {});
        yield end;
      },
    });
    expect(wanted).toBe(OWN);
  });

  it('is done by the local cloud’s model too', async () => {
    const { wanted } = await searched({
      rewriter: async function* ({ system, messages }) {
        yield* [delta(answerFrom({ system, messages })), end];
      },
    });
    expect(wanted).toBe('Which tickets are there? And how much is the second one?');
  });
});
