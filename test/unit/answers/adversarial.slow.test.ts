import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { AccountId, BotId } from '#contract/base/ids';
import { MAX_MESSAGE_LENGTH } from '#contract/conversations/bounds';
import { answerQuestion, answerWithQuotes } from '#core/answers/answer-question';
import { CheckedText } from '#core/answers/checked-text';
import type { AnswerModel } from '#core/answers/ports';
import { escalationOf } from '#core/conversations/escalation-triggers';
import { nearest } from '#core/insight/questions/similarity';
import { isPromptInjection } from '#core/quoting/instructions';
import { cleanText } from '#core/reading/normalise';
import { withQuestionsAsHeadings } from '#core/reading/question-headings';
import { search } from '#core/retrieval/search';
import { splitIntoPassages } from '#core/retrieval/split';
import { datasetsIn, segmentOf } from '#test/bench/datasets';
import { adversarialTexts } from '#test/helpers/adversarial';
import { cpuTime } from '#test/helpers/cpu-time';

/**
 * Milliseconds of processor time: what repeats itself against a pattern takes far more. How long each takes is measured
 * by test/bench/parts/adversarial.ts; the longest has 440 here on a quiet machine.
 */
const MOST = 2_000;
/** Characters of as many tokens as a model may write. */
const LONGEST_ANSWER = 3_000;
/** Characters of a question that is compared with others. */
const KEPT_OF_A_QUESTION = 300;

const MESSAGES = Object.entries(adversarialTexts(MAX_MESSAGE_LENGTH));
/** A page of dots, from a form or a table of contents. */
const PARAGRAPHS = Object.entries(adversarialTexts(30_000));

const SETS = datasetsIn(join(import.meta.dirname, '../../bench/corpus')).map(({ language, dataset }) => ({
  language,
  segment: segmentOf(dataset, language),
}));

async function expectInTime(work: () => unknown): Promise<void> {
  expect(await cpuTime(work, { most: MOST })).toBeLessThan(MOST);
}

describe.each(SETS)('a message to a bot with documents in $language', ({ language, segment }) => {
  const deps = {
    retriever: {
      retrieve: async (_: unknown, question: string, options: Parameters<typeof search>[2]) => ({
        hits: search([{ segment }], question, options),
        hasKnowledge: true,
      }),
    },
    timeouts: { firstText: 5_000, total: 5_000 },
  };
  const request = (question: string) => ({
    bot: { accountId: AccountId.parse('account'), botId: BotId.parse('bot') },
    botName: 'Bot',
    companyName: 'Company',
    language,
    fallbackMessage: 'Nothing found.',
    question,
    history: [
      { author: 'visitor' as const, text: question },
      { author: 'bot' as const, text: question },
      { author: 'visitor' as const, text: 'And that?' },
    ],
  });
  // Passages are analysed once for all questions.
  beforeAll(() => answerWithQuotes(deps, request('How much is it? Wie viel kostet das?')));

  it.each(MESSAGES)('is answered with quotes in time: %s', (_, text) =>
    expectInTime(() => answerWithQuotes(deps, request(text))),
  );

  it.each(MESSAGES)('is answered in time by a model that says it again: %s', (_, text) => {
    const model: AnswerModel = {
      async *stream() {
        yield { type: 'delta', text: 'We are open on Sunday [1]. ' };
        for (let at = 0; at < LONGEST_ANSWER; at += 4)
          yield { type: 'delta', text: text.slice(at, Math.min(at + 4, LONGEST_ANSWER)) };
        yield { type: 'end', stop: 'complete', usage: null };
      },
    };
    return expectInTime(() =>
      answerQuestion({ ...deps, model }, request(`When are you open? ${text}`.slice(0, 4_000)), {
        onText() {},
      }),
    );
  });
});

describe('what else reads a message', () => {
  const triggers = (escalationTrigger: 'keywords' | 'sentiment') => ({
    escalationEnabled: true,
    escalationTrigger,
    escalationThreshold: 1,
    escalationKeywords: Array.from({ length: 50 }, (_, n) => `Wort ${n}`),
  });

  it.each(MESSAGES)('is done in time: %s', (_, text) =>
    expectInTime(() => {
      for (const trigger of ['keywords', 'sentiment'] as const)
        escalationOf(triggers(trigger), { language: 'de', asked: text, before: [] });
      isPromptInjection(text);
      const asked = (question: string) => ({
        question: question.slice(0, KEPT_OF_A_QUESTION),
        language: 'de' as const,
      });
      nearest(
        asked(text),
        Array.from({ length: 20 }, (_, n) => asked(text.slice(n))),
      );
    }),
  );

  it.each(MESSAGES)('an answer that comes in pieces is checked in time: %s', (_, text) =>
    expectInTime(() => {
      const checked = new CheckedText({ citable: 3, knownUrls: new Set() });
      for (let at = 0; at < text.length; at += 4) checked.push(text.slice(at, at + 4));
      checked.end();
    }),
  );
});

describe('a paragraph of a document', () => {
  it.each(PARAGRAPHS)('is split in time: %s', (_, text) =>
    expectInTime(() => {
      const paragraph = { kind: 'paragraph' as const, text: cleanText(text), page: 1 };
      splitIntoPassages([...withQuestionsAsHeadings([paragraph]), { ...paragraph, text }]);
    }),
  );
});
