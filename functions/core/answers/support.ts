import type { Hit } from '../knowledge/index/search';

/** Passages that the model is given: about 5,000 characters. */
export const PASSAGES = 8;

/**
 * Least coverage of an answer where words alone found the passages. On the English development set it lets 99
 * in 100 answerable questions through, and 45 in 100 of the others when the article they were written for is
 * taken away never cost a model's call; the rest are the model's to refuse.
 */
export const LEAST_COVERAGE = 0.3;

/** Whether the model is asked at all. What vectors found need share no word with the question. */
export function isSupported(hits: readonly Hit[]): boolean {
  return hits.some(({ coverage, fields }) => coverage >= LEAST_COVERAGE || fields.dense !== null);
}
