import { createAnalyser } from '#core/text/analysis';
import type { Lexicon } from '#core/text/lexicon/lexicon';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import type { TextLanguage } from '#core/text/text-language';

/** The families that a word of a question asks for: its own, and that of its kind. */
export function familiesAsked(term: string): readonly string[] {
  return [BY_TERM.get(term), BY_KIND.get(term)].filter((family) => family !== undefined);
}

/** The family that a term belongs to, or null. */
export function familyOf(term: string): string | null {
  return BY_TERM.get(term) ?? null;
}

const LANGUAGES = Object.entries(LEXICONS) as readonly [TextLanguage, Lexicon][];

const BY_TERM = new Map(
  LANGUAGES.flatMap(([language, { families }]) => {
    const analyser = createAnalyser(language);
    return families.flatMap((family, index) =>
      analyser(family).words.map((term) => [term, `${language}${index}`] as const),
    );
  }),
);

const BY_KIND = new Map(
  LANGUAGES.flatMap(([language, { kinds }]) => {
    const analyser = createAnalyser(language);
    return Object.entries(kinds).flatMap(([kind, members]) =>
      analyser(members).words.map(
        (term) => [term, BY_TERM.get(analyser(kind).words[0] ?? '') ?? ''] as const,
      ),
    );
  }),
);
