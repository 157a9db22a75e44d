import type { Hit } from '#core/retrieval/search';
import { type Identifier, identifiersAsked, namesOne } from './identifiers';

/** Passages that the model is given: about 5,000 characters. */
export const PASSAGES = 8;

/**
 * Whether the model is asked at all: only what no passage names keeps a question from it. It reads better than words
 * tell, and refuses what is merely near to a passage; a bound on the words that a question and a passage share kept a
 * quarter of the questions that have an answer from it, since visitors rarely use the documents' words.
 */
export function shouldAskModel(hits: readonly Hit[], question: string): boolean {
  return hits.some(holdsAsked(question, hits));
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
