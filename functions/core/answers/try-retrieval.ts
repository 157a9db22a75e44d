import type { FoundPassage, RetrievalTrial, RetrievalVerdict } from '#contract/answers/retrieval';
import { DocumentId } from '#contract/base/ids';
import { WEIGHTS } from '#core/retrieval/bm25';
import type { Hit } from '#core/retrieval/search';
import { detectSpoken } from '#core/text/language';
import { type AnsweringBot, questionTo, type RecordedAnswer, type RecordingAnswerer } from './answerer';
import { asksForPerson } from './asks-for-person';

export type Asks = Pick<RecordingAnswerer, 'answer'>;

/**
 * Asks what a visitor's first message would, and says what she would read and what it was made from; nothing is
 * written. The model is asked as it is for her: whether it declines, nobody else can tell.
 */
export async function tryRetrieval(
  answerer: Asks,
  bot: AnsweringBot,
  question: string,
  options: { readonly modelDeadline?: AbortSignal } = {},
): Promise<RetrievalTrial> {
  const asked = { ...questionTo(bot, question, []), isTest: true };
  const answered = await answerer.answer(asked, { onText: () => {}, ...options });
  const { text, citations, citationNumbers, record, found } = answered;
  return {
    verdict: verdictOn(question, answered),
    reply: { text, citations: [...citations] },
    record,
    instructions: bot.config.instructions,
    language: detectSpoken(question) ?? bot.config.language,
    passages: (found?.hits ?? []).map((hit, index) => toFoundPassage(hit, citationNumbers[index] ?? null)),
  };
}

function verdictOn(question: string, { kind, citations, found, record }: RecordedAnswer): RetrievalVerdict {
  if (asksForPerson(question) && citations.length === 0) return 'person';
  if (found === null) return 'small_talk';
  if (kind === 'generated') return 'answers';
  if (kind === 'quoted') return 'quotes';
  if (!found.hasKnowledge) return 'no_knowledge';
  if (found.hits.length === 0) return 'nothing_found';
  if (record.model === null) return 'not_named';
  return record.modelFailure === null ? 'declined' : 'model_failed';
}

function toFoundPassage(
  { documentId, title, passage, score, fields, coverage }: Hit,
  citationNumber: number | null,
): FoundPassage {
  const { page, heading, text } = passage;
  return {
    documentId: DocumentId.parse(documentId),
    title,
    page,
    heading,
    text,
    score,
    fields: {
      words: WEIGHTS.words * fields.words,
      grams: WEIGHTS.grams * fields.grams,
      pairs: WEIGHTS.pairs * fields.pairs,
      dense: fields.dense,
    },
    coverage,
    citationNumber,
  };
}
