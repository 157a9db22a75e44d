import type { Hit } from '#core/retrieval/search';
import { extract, supported } from './extractive';
import { type Identifier, identifiersAsked, namesOne } from './identifiers';
import { numbered } from './numbered-passage';
import type { AskedQuestion } from './quotes';

/** Passages that the model is given: about 5,000 characters. */
export const PASSAGES = 8;

/**
 * Least coverage of an answer where words alone found the passages. It only saves calls for what no passage speaks
 * of: the model reads better, and refuses what is merely near to a passage. Of the questions of the repo's corpus that
 * have an answer it keeps 0.6 (English) and 1.5 (German) in 100 from the model; 0.3 kept 5.5 and 15.6 from it.
 */
export const LEAST_COVERAGE = 0.15;

/**
 * Whether the model is asked at all. What vectors found need share no word with the question, and what reads like an
 * answer need share none as it is written: `Ladepunkte` answers whether there are `Ladesäulen`.
 */
export function isSupported(hits: readonly Hit[], { text, topic, language }: AskedQuestion): boolean {
  if (!hits.some(holdsAsked(text, hits))) return false;
  if (hits.some(({ coverage, fields }) => coverage >= LEAST_COVERAGE || fields.dense !== null)) return true;
  const best = extract({ question: text, topic, language, passages: numbered(hits) }, { most: 1 });
  return supported(best).length > 0;
}

/**
 * Whether a passage may answer a question for what it names exactly: one that doesn't have the part's number, the
 * version or the name tells of another.
 */
export function holdsAsked(question: string, hits: readonly Hit[]): (hit: Hit) => boolean {
  const asked: readonly Identifier[] = identifiersAsked(question, hits.map(textOf));
  return (hit) => asked.length === 0 || namesOne(asked, textOf(hit));
}

function textOf({ title, passage: { heading, text } }: Hit): string {
  return `${title}\n${heading ?? ''}\n${text}`;
}
