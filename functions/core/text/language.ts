import { tokenise } from './analysis';
import { type Lexicon, words } from './lexicon/lexicon';
import { LEXICONS } from './lexicon/lexicons';
import type { TextLanguage } from './text-language';

/**
 * Language of a text or a question by its function words, or null where they don't tell: another language, a
 * price list, `Premium?`. Callers then take the bot's or the conversation's.
 */
export function detectLanguage(text: string): TextLanguage | null {
  // Figures are of no language: a price list is judged by its words.
  const tokens = tokenise(sample(text)).filter((token) => /\p{L}/u.test(token));
  let [en, de] = [0, 0];
  for (const token of tokens) {
    if (EVIDENCE.en.has(token)) en++;
    if (EVIDENCE.de.has(token) || /[äöüß]/.test(token)) de++;
  }
  const [most, least] = en > de ? [en, de] : [de, en];
  const share = tokens.length < SHORT ? 0 : LEAST_SHARE;
  if (most === 0 || most < least * 1.5 || most / tokens.length < share) return null;
  return en > de ? 'en' : 'de';
}

/**
 * Language of a table that says next to nothing in sentences, by the names of its columns and what stands in its cells;
 * null where they don't tell. Each word counts once: a column has many cells that are alike.
 */
export function detectTableLanguage(text: string): TextLanguage | null {
  const tokens = new Set(tokenise(sample(text)).filter((token) => /\p{L}/u.test(token)));
  let [en, de] = [0, 0];
  for (const token of tokens) {
    if (EVIDENCE.en.has(token) || LEXICONS.en.cells.has(token) || LEXICONS.en.endings.test(token)) en++;
    if (EVIDENCE.de.has(token) || LEXICONS.de.cells.has(token) || LEXICONS.de.endings.test(token)) de++;
  }
  const [most, least] = en > de ? [en, de] : [de, en];
  if (most < LEAST_CELLS || most < least * 1.5) return null;
  return en > de ? 'en' : 'de';
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

/** Words of both languages, and everyday ones of one that are common in third ones, prove nothing. */
const AMBIGUOUS = words(
  'die war was so in am an man also will hat all bin not her no me du des on a i s t d m o in im as is an die do',
);

/** Function words, and what short questions are made of. */
const EVIDENCE: Record<TextLanguage, ReadonlySet<string>> = {
  en: evidence(LEXICONS.en),
  de: evidence(LEXICONS.de),
};

function evidence({ stopWords, everyday }: Lexicon): ReadonlySet<string> {
  return new Set([...[...stopWords].filter((word) => !AMBIGUOUS.has(word)), ...everyday]);
}

/** Beginning, middle and end, so that a cover page or an appendix in another language doesn't decide. */
function sample(text: string): string {
  if (text.length <= 3 * SAMPLE) return text;
  const middle = Math.floor((text.length - SAMPLE) / 2);
  return [text.slice(0, SAMPLE), text.slice(middle, middle + SAMPLE), text.slice(-SAMPLE)].join('\n');
}
