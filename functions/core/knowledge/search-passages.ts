import type { Language } from '#contract/accounts/profile';
import type { PassageSearch } from '#contract/answers/retrieval';
import { DocumentId } from '#contract/base/ids';
import type { BotKey } from '#core/retrieval/ports';
import { liveSources, type RetrievalDeps } from '#core/retrieval/retrieve';
import { searchWords } from '#core/retrieval/word-search';
import { readable } from './retrieval-deps';

/** Documents that one search gives: the page asks to search for more than that brings so many. */
const DOCUMENTS = 50;
const PASSAGES = 3;

/** Looks words up in all that a bot has read and answers from now. By words alone: no model is asked, nothing is paid. */
export async function searchPassages(
  deps: RetrievalDeps,
  bot: BotKey,
  { words, language }: { readonly words: string; readonly language: Language },
): Promise<PassageSearch> {
  const { sources } = await readable(bot, () => liveSources(deps, bot));
  const { documents, hasMore, hasWords } = searchWords(sources, words, {
    documents: DOCUMENTS,
    passages: PASSAGES,
    language,
  });
  return {
    documents: documents.map(({ documentId, passages }) => ({
      documentId: DocumentId.parse(documentId),
      passages: [...passages].map(({ page, heading, excerpt }) => ({
        page,
        heading: heading && { text: heading.text, marks: [...heading.marks] },
        excerpt: { text: excerpt.text, marks: [...excerpt.marks] },
      })),
    })),
    hasMore,
    hasWords,
  };
}
