import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { Language } from '#contract/accounts/profile';
import { DocumentFormat } from '#contract/knowledge/documents';
import { answerQuestion } from '#core/answers/answer-question';
import type { AnswerModel } from '#core/answers/ports';
import { extract } from '#core/reading/extract';
import type { Extraction } from '#core/reading/extraction';
import { UnreadableDocument } from '#core/reading/unreadable';
import { buildSegment } from '#core/retrieval/build';
import { search } from '#core/retrieval/search';
import { openSegment } from '#core/retrieval/segment';
import { splitIntoPassages } from '#core/retrieval/split';
import { detectLanguage } from '#core/text/language';
import { answerFrom } from '#infra/local/services/bedrock/answerer';

/** A document as people have them, what is asked of it, and how the answer must read. */
const Case = z.object({
  file: z.string(),
  /** Of the bot. */
  language: Language,
  /** Null where nothing is asked, since the document can't be read. */
  ask: z.string().nullable(),
  /** A pattern that the answer must hold; null where there is none to give. */
  right: z.string().nullable(),
  /** A pattern that it must not hold. */
  wrong: z.string().optional(),
  kind: z.string(),
});
export type Case = z.infer<typeof Case>;

export interface Outcome {
  readonly isRight: boolean;
  /** What was answered, or `document:failed`; `document:warned` is among it where the document says what it lacks. */
  readonly told: string;
}

const folder = new URL('../fixtures/cases/', import.meta.url);

export function readCases(): readonly Case[] {
  return z.array(Case).parse(JSON.parse(readFileSync(new URL('cases.json', folder), 'utf8')));
}

/**
 * Takes the document in as a bot's only one and asks it as a visitor does, by words alone and without a model: what
 * `npm start` answers, through all checks that an answer goes through.
 */
export async function tryCase(asked: Case): Promise<Outcome> {
  const { told, isAnswered } = await answerOf(asked);
  const holds = (pattern: string | null | undefined) => pattern != null && new RegExp(pattern).test(told);
  const isRight = asked.right === null ? !isAnswered : holds(asked.right);
  return { isRight: isRight && !holds(asked.wrong), told };
}

async function answerOf({ file, language, ask }: Case) {
  let extraction: Extraction;
  try {
    const format = DocumentFormat.parse(extname(file).slice(1));
    extraction = await extract(readFileSync(fileURLToPath(new URL(file, folder))), format);
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    return { told: 'document:failed', isAnswered: false };
  }
  const warned = extraction.notices?.length ? 'document:warned\n' : '';
  if (ask === null) return { told: warned, isAnswered: false };
  const { text, kind } = await answerQuestion(
    { retriever: retrieverOf(extraction, file, language), model: QUOTING, timeouts: UNHURRIED },
    {
      bot: { accountId: 'account', botId: 'bot' },
      botName: 'Ada',
      companyName: 'Harbour',
      language,
      fallbackMessage: '',
      question: ask,
      history: [],
    },
    { onText: () => {} },
  );
  // Without the marks of a quotation.
  return { told: warned + text.replace(/^> ?/gm, ''), isAnswered: kind !== 'abstained' };
}

/** The local cloud's stand-in for a model, a few letters at a time. */
const QUOTING: AnswerModel = {
  async *stream({ system, messages }) {
    for (const text of answerFrom({ system, messages }).match(/[\s\S]{1,7}/g) ?? [])
      yield { type: 'delta', text };
    yield { type: 'end', stop: 'complete', usage: null };
  },
};
const UNHURRIED = { firstText: 60_000, total: 60_000 };

function retrieverOf({ blocks, title, language: told }: Extraction, file: string, language: Language) {
  const passages = splitIntoPassages(blocks);
  const own = detectLanguage(passages.map(({ text }) => text).join('\n\n')) ?? told ?? language;
  const segment = openSegment(
    buildSegment({ documentId: file, title: title ?? file.replace(/\.\w+$/, ''), language: own, passages }),
  );
  return {
    retrieve: async (
      _: unknown,
      question: string,
      options: { readonly limit: number; readonly language?: Language | null },
    ) => ({
      hits: search([{ segment }], question, { limit: options.limit, language: options.language ?? null }),
      hasKnowledge: true,
    }),
  };
}
