import type { Language } from '#contract/accounts/profile';
import { questionsOf, textSearched } from '#core/answers/follow-up';
import { type Extract, extract } from '#core/quoting/extractive';
import { numbered } from '#core/quoting/numbered-passage';
import { searchWords } from '#core/quoting/search-words';
import { PASSAGES } from '#core/quoting/should-ask-model';
import { type Hit, type SearchSource, search } from '#core/retrieval/search';
import { understand } from '#core/text/message';

/** What a message's first question finds, and the best answer in the passages' own words, however little it may be. */
export function quotedFrom(
  source: SearchSource,
  message: string,
  language: Language,
): { readonly hits: readonly Hit[]; readonly extracts: readonly Extract[] } {
  const [asked] = questionsOf(understand(message), language, []);
  const hits = search([source], `${textSearched(asked)}\n${searchWords(asked.text)}`, {
    limit: PASSAGES,
    language,
  });
  const { text: question, topic, told } = asked;
  return { hits, extracts: extract({ question, topic, told, language, passages: numbered(hits) }) };
}
