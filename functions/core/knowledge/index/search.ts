import type { Passage, TextLanguage } from './passage';

export interface Hit {
  /** Names the passage among all of a bot: `{documentId}#{ordinal}`. */
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly language: TextLanguage | null;
  readonly passage: Passage;
  readonly score: number;
  readonly fields: FieldScores;
}

/** What each field gave to the score, unweighted. */
export interface FieldScores {
  readonly words: number;
  readonly grams: number;
  readonly pairs: number;
  /** Cosine with the question's vector, or null without vectors. */
  readonly dense: number | null;
}
