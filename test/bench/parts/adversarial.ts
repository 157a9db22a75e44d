import { AccountId, BotId } from '#contract/base/ids';
import { MAX_MESSAGE_LENGTH } from '#contract/conversations/bounds';
import { SendMessage } from '#contract/conversations/widget';
import { answerWithQuotes } from '#core/answers/answer-question';
import type { Retriever } from '#core/answers/ports';
import { search } from '#core/retrieval/search';
import { splitIntoPassages } from '#core/retrieval/split';
import { adversarialTexts } from '#test/helpers/adversarial';
import { cpuTime } from '#test/helpers/cpu-time';
import { datasetsIn, segmentOf } from '../datasets';
import type { Part } from '../figures';

/** Characters of a paragraph: a page of dots. */
const PARAGRAPH = 30_000;

/**
 * Processor time of the slowest of many texts that are written to be slow: as a message that is read and answered with
 * quotes from the corpus, and as a paragraph of a document.
 */
export const adversarial: Part = async ({ data, progress }) => {
  let slowest = { time: 0, what: '' };
  const measure = async (what: string, work: () => unknown) => {
    const time = await cpuTime(work);
    if (time > slowest.time) slowest = { time, what };
  };
  for (const { language, dataset } of datasetsIn(data)) {
    const segment = segmentOf(dataset, language);
    const retriever: Retriever = {
      retrieve: async (_, question, options) => ({
        hits: search([{ segment }], question, options),
        hasKnowledge: true,
      }),
    };
    const answer = (text: string) => {
      const { data: message } = SendMessage.safeParse({ id: 'adversarial', text });
      const question = message?.text ?? '';
      return answerWithQuotes({ retriever }, { ...BOT, language, question, history: [] });
    };
    for (const [name, text] of Object.entries(adversarialTexts(MAX_MESSAGE_LENGTH)))
      await measure(`${language}, a message: ${name}`, () => answer(text));
  }
  for (const [name, text] of Object.entries(adversarialTexts(PARAGRAPH)))
    await measure(`a paragraph: ${name}`, () => splitIntoPassages([{ kind: 'paragraph', text, page: 1 }]));
  progress(`adversarial: the slowest is ${slowest.what}`);
  return { 'adversarial.slowest_ms': slowest.time };
};

const BOT = {
  bot: { accountId: AccountId.parse('account'), botId: BotId.parse('bot') },
  botName: 'Bot',
  companyName: 'Company',
  fallbackMessage: 'Nothing found.',
} as const;
