import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Language } from '#contract/accounts/profile';
import { DocumentFormat } from '#contract/knowledge/documents';
import { type AnswerDeps, type AnswerResult, answerQuestion } from '#core/answers/answer-question';
import { type AnswerModel, ModelError, type Retriever } from '#core/answers/ports';
import { extract } from '#core/reading/extract';
import { buildSegment, indexedText } from '#core/retrieval/build';
import type { Passage } from '#core/retrieval/passage';
import { search } from '#core/retrieval/search';
import { openSegment } from '#core/retrieval/segment';
import { splitIntoPassages } from '#core/retrieval/split';
import { detectLanguage } from '#core/text/language';
import { answerFrom } from '#infra/local/services/bedrock/answerer';
import { embedText } from '#infra/local/services/bedrock/features';

const Question = z.object({
  question: z.string(),
  /** What the visitor asked before. */
  after: z.string().optional(),
  /** Sentences, or parts of them, one of which answers. */
  gold: z.array(z.string()).min(1),
});
export type Question = z.infer<typeof Question>;

const Questions = z.object({
  document: z.string(),
  answerable: z.array(Question),
  unanswerable: z.array(Question.omit({ gold: true })),
});
export type Questions = z.infer<typeof Questions>;

/**
 * The questions over the two handbooks, by language. `held-out` are asked in a visitor's words, not the documents',
 * and aren't looked at when answers are improved.
 */
export function readQuestions(set: 'questions' | 'held-out'): Readonly<Record<Language, Questions>> {
  const file = readFileSync(join(import.meta.dirname, `${set}.json`), 'utf8');
  return z.object({ en: Questions, de: Questions }).parse(JSON.parse(file));
}

export interface Knowledge {
  readonly passages: readonly Passage[];
  readonly retriever: Retriever;
}

const known = new Map<string, Promise<Knowledge>>();

/** A fixture as the product takes it in. `embeddings`: with the local cloud's vectors, else by words alone. */
export function knowledgeOf(document: string, options: { readonly embeddings: boolean }): Promise<Knowledge> {
  const key = `${document} ${options.embeddings}`;
  const knowledge = known.get(key) ?? readKnowledge(document, options);
  known.set(key, knowledge);
  return knowledge;
}

async function readKnowledge(
  document: string,
  options: { readonly embeddings: boolean },
): Promise<Knowledge> {
  return knowledgeFrom(await passagesOf(document), options);
}

/** A handbook by words alone. */
export async function handbookSegment(document: string) {
  return segmentOf('Handbook', await passagesOf(document), { embeddings: false });
}

async function passagesOf(document: string): Promise<Passage[]> {
  const file = join(import.meta.dirname, '../../fixtures', document);
  const format = DocumentFormat.parse(document.split('.').at(-1));
  const { blocks } = await extract(readFileSync(file), format);
  return splitIntoPassages(blocks);
}

const DIMENSIONS = 1_024;
const vectorOf = (text: string) => Float32Array.from(embedText(text, DIMENSIONS));

export function knowledgeFrom(
  passages: readonly Passage[],
  options: { readonly embeddings: boolean },
): Knowledge {
  const { retriever } = knowledgeOfSegments([segmentOf('Handbook', passages, options)], options);
  return { passages, retriever };
}

/** A document as it is searched. */
export function segmentOf(
  title: string,
  passages: readonly Passage[],
  { embeddings }: { readonly embeddings: boolean },
) {
  return openSegment(
    buildSegment({
      documentId: title.toLowerCase(),
      title,
      language: detectLanguage(passages.map(({ text }) => text).join('\n\n')),
      passages,
      ...(embeddings && {
        vectors: {
          model: 'local',
          dimensions: DIMENSIONS,
          values: passages.map((passage) => vectorOf(indexedText(passage))),
        },
      }),
    }),
  );
}

/** What several documents tell. */
export function knowledgeOfSegments(
  segments: readonly ReturnType<typeof segmentOf>[],
  { embeddings }: { readonly embeddings: boolean },
): Pick<Knowledge, 'retriever'> {
  const sources = segments.map((segment) => ({ segment }));
  return {
    retriever: {
      retrieve: async (_, question, { limit, language }) => ({
        hits: search(sources, question, {
          limit,
          language: language ?? null,
          vector: embeddings ? { model: 'local', values: vectorOf(question) } : null,
        }),
        hasKnowledge: true,
      }),
    },
  };
}

/** Answers with the passages' own words, as the local cloud's model does. */
export const quotingModel: AnswerModel = {
  async *stream(prompt) {
    yield { type: 'delta', text: answerFrom(prompt) };
    yield { type: 'end', stop: 'complete', usage: null };
  },
};

const failingModel: AnswerModel = {
  // biome-ignore lint/correctness/useYield: it fails before it says anything
  async *stream() {
    throw new ModelError('unavailable', 'out of service');
  },
};

export type Writer = 'model' | 'quotes';

/** Asks as a visitor does; `quotes`: while the model fails. */
export function ask(
  { retriever }: Pick<Knowledge, 'retriever'>,
  { question, after }: Pick<Question, 'question' | 'after'>,
  language: Language,
  writer: Writer = 'model',
): Promise<AnswerResult> {
  const deps: AnswerDeps = {
    retriever,
    model: writer === 'model' ? quotingModel : failingModel,
    timeouts: { firstText: 60_000, total: 60_000 },
  };
  return answerQuestion(
    deps,
    {
      bot: { accountId: 'account', botId: 'bot' },
      botName: 'Ada',
      companyName: 'Example Ltd',
      language,
      fallbackMessage: 'No answer.',
      question,
      history: after
        ? [
            { author: 'visitor', text: after },
            { author: 'bot', text: 'An answer.' },
          ]
        : [],
    },
    { onText: () => {} },
  );
}

/** Of an answerable question: what its answer is. */
export type Verdict = 'right' | 'second' | 'wrong' | 'abstained';

export interface Judged {
  readonly verdict: Verdict;
  /** Whether a passage is cited that the gold sentence doesn't stand in. */
  readonly unrelated: boolean;
  readonly answer: AnswerResult;
}

/** `right`: the first passage that is cited holds the gold sentence, and so does what is said of it. */
export function judge({ gold }: Question, answer: AnswerResult): Judged {
  if (answer.kind === 'abstained') return { verdict: 'abstained', unrelated: false, answer };
  const parts = answer.text.split(/\[\d+\]/).filter((part) => part.trim());
  const holds = parts.map((part) => gold.some((sentence) => plain(part).includes(plain(sentence))));
  const verdict = holds[0] ? 'right' : holds.includes(true) ? 'second' : 'wrong';
  return { verdict, unrelated: holds.includes(false), answer };
}

/** Without what a document's lines and quotes add to a sentence. */
export function plain(text: string): string {
  return text
    .replace(/[\s>*“”„]+/g, ' ')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase();
}
