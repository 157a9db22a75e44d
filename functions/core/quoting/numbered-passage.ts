import type { Hit } from '#core/retrieval/search';
import type { TextLanguage } from '#core/text/text-language';

/** A passage as the model is given it, and as an answer cites it. */
export interface NumberedPassage {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly page: number | null;
  readonly heading: string | null;
  readonly text: string;
  /** Of its document: some passages have no word that tells. */
  readonly language?: TextLanguage | null;
  /** Whether it is the answer of a question-answer pair, whole and in Markdown. */
  readonly isFaqAnswer?: boolean;
}

export function numbered(hits: readonly Hit[]): NumberedPassage[] {
  return hits.map(({ title, language, passage: { page, heading, text, isFaqAnswer } }, index) => ({
    number: index + 1,
    title,
    page,
    heading,
    text,
    language,
    ...(isFaqAnswer && { isFaqAnswer }),
  }));
}
