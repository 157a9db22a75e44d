import type { Language } from '#contract/accounts/profile';
import { LANGUAGES as SPOKEN } from '#contract/base/languages';
import { tokenise } from './analysis';
import type { Lexicon } from './lexicon/lexicon';
import { LEXICONS } from './lexicon/lexicons';
import type { TextLanguage } from './text-language';

/**
 * Language of a text or a question by its function words, or null where they don't tell: another language, a
 * price list, `Premium?`. Callers then take the bot's or the conversation's.
 */
export function detectLanguage(text: string): TextLanguage | null {
  // Figures are of no language: a price list is judged by its words.
  const tokens = tokenise(sample(text)).filter((token) => /\p{L}/u.test(token));
  const least = tokens.length < SHORT ? 1 : tokens.length * LEAST_SHARE;
  return likeliest(
    tokens,
    least,
    (token, language) => EVIDENCE[language].has(token) || LEXICONS[language].letters.test(token),
  );
}

/** The same of a text to which Parley itself has to say something: null where it doesn't speak the language. */
export function detectSpoken(text: string): Language | null {
  return spokenOr(detectLanguage(text), null);
}

/** A language in which Parley speaks itself, else what stands for it. */
export function spokenOr<OTHER>(language: TextLanguage | null, other: OTHER): Language | OTHER {
  return SPOKEN.find(({ code }) => code === language)?.code ?? other;
}

/**
 * Language of a table that says next to nothing in sentences, by the names of its columns and what stands in its cells;
 * null where they don't tell. Each word counts once: a column has many cells that are alike.
 */
export function detectTableLanguage(text: string): TextLanguage | null {
  const tokens = new Set(tokenise(sample(text)).filter((token) => /\p{L}/u.test(token)));
  return likeliest([...tokens], LEAST_CELLS, (token, language) => {
    const { cells, endings } = LEXICONS[language];
    return EVIDENCE[language].has(token) || cells.has(token) || endings.test(token);
  });
}

/** The language that most words are evidence of, half as many again as of the next, and so many at least. */
function likeliest(
  tokens: readonly string[],
  least: number,
  isEvidence: (token: string, language: TextLanguage) => boolean,
): TextLanguage | null {
  const counted = LANGUAGES.map((language) => ({
    language,
    count: tokens.filter((token) => isEvidence(token, language)).length,
  })).sort((one, other) => other.count - one.count);
  const [first, second] = counted;
  return first && first.count >= least && first.count >= (second?.count ?? 0) * 1.5 ? first.language : null;
}

/** One word may be a name, or a loan. */
const LEAST_CELLS = 2;

/** A shorter text is judged by any evidence; a longer one must have it throughout, as every en or de text has. */
const SHORT = 20;

/**
 * Share of words that must be evidence. English and German prose have 0.35 to 0.5; Dutch, the nearest
 * neighbour, reaches 0.15, tables and lists in English or German about 0.2.
 */
const LEAST_SHARE = 0.17;
const SAMPLE = 8_000;

const LANGUAGES = Object.keys(LEXICONS) as readonly TextLanguage[];

/** Function words, and what short questions are made of. */
const EVIDENCE = Object.fromEntries(
  LANGUAGES.map((language) => [language, evidenceOf(LEXICONS[language])]),
) as Readonly<Record<TextLanguage, ReadonlySet<string>>>;

function evidenceOf({ stopWords, shared, everyday }: Lexicon): ReadonlySet<string> {
  return new Set([...[...stopWords].filter((word) => !shared.has(word)), ...everyday]);
}

/** Beginning, middle and end, so that a cover page or an appendix in another language doesn't decide. */
function sample(text: string): string {
  if (text.length <= 3 * SAMPLE) return text;
  const middle = Math.floor((text.length - SAMPLE) / 2);
  return [text.slice(0, SAMPLE), text.slice(middle, middle + SAMPLE), text.slice(-SAMPLE)].join('\n');
}
