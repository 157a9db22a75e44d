import { wordTerm } from './analysis';
import { type Commonness, WORD_LISTS } from './lexicon/word-lists';
import { onceByLanguage } from './once-by-language';
import type { TextLanguage } from './text-language';

/** How much a term tells of what a text is about, by how common it is: 0 to 1. */
export function salienceOf(term: string, language: TextLanguage): number {
  // Figures come in texts of every subject.
  const commonness = commonnessOf(language).get(term) ?? (/\d/.test(term) ? 'general' : null);
  return commonness === null ? 1 : SALIENCE[commonness];
}

/** Whether it says next to nothing. */
export function isBare(term: string, language: TextLanguage): boolean {
  return commonnessOf(language).get(term) === 'bare';
}

const SALIENCE: Readonly<Record<Commonness, number>> = { everyday: 0.75, general: 0.4, bare: 0.1 };

const commonnessOf = onceByLanguage((language) => {
  const { common } = WORD_LISTS[language];
  const found = new Map<string, Commonness>();
  // The commonest last: forms of two words may have one stem.
  for (const commonness of ['everyday', 'general', 'bare'] as const)
    for (const word of common[commonness].split(' ')) found.set(wordTerm(word, language), commonness);
  return found;
});
