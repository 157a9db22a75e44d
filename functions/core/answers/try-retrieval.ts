import { DocumentId } from '../../contract/ids';
import type { Language } from '../../contract/profile';
import type { FoundPassage, RetrievalTrial, RetrievalVerdict } from '../../contract/retrieval';
import { WEIGHTS } from '../knowledge/index/bm25';
import { detectLanguage } from '../knowledge/index/language';
import type { BotKey } from '../knowledge/index/ports';
import type { Retrieval, RetrievalOptions } from '../knowledge/index/retrieve';
import type { Hit } from '../knowledge/index/search';
import { searchText } from './follow-up';
import type { AskedQuestion } from './quotes';
import { smallTalk } from './small-talk';
import { isSupported, LEAST_COVERAGE, PASSAGES } from './support';

/** Finds with all that is live of a bot. */
export type Find = (bot: BotKey, question: string, options: RetrievalOptions) => Promise<Retrieval>;

/** Finds what a first message of a visitor would, and says what would become of it; nothing is written. */
export async function tryRetrieval(
  find: Find,
  bot: BotKey,
  { question, language: otherwise }: { readonly question: string; readonly language: Language },
): Promise<RetrievalTrial> {
  const language = detectLanguage(question) ?? otherwise;
  const searched = searchText(question, language, []);
  const { hits, hasKnowledge } = await find(bot, searched, { limit: PASSAGES, language });
  return {
    verdict:
      smallTalk(question, language) === null
        ? verdictOn({ text: question, topic: null, language }, hits, hasKnowledge)
        : 'small_talk',
    leastCoverage: LEAST_COVERAGE,
    language,
    passages: hits.map(toFoundPassage),
  };
}

function verdictOn(question: AskedQuestion, hits: readonly Hit[], hasKnowledge: boolean): RetrievalVerdict {
  if (!hasKnowledge) return 'no_knowledge';
  if (hits.length === 0) return 'nothing_found';
  return isSupported(hits, question) ? 'answers' : 'too_little';
}

function toFoundPassage({ documentId, title, passage, score, fields, coverage }: Hit): FoundPassage {
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
  };
}
