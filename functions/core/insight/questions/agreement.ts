import type { Language } from '#contract/accounts/profile';
import { analyse, stemIn, tokenise } from '#core/text/analysis';

/** A word that a question turns on. */
interface Content {
  readonly stem: string;
  /** Whether the next word of the question is one too: then it says which, as `email` in `email address`. */
  readonly saysWhich: boolean;
}

/**
 * Whether of two questions neither asks for something that the other doesn't: `… to Austria` and `… to Norway` agree
 * in all but the word that counts, and one answer would settle both. A word more in one of them is allowed, unless
 * it says which of several is meant.
 */
export function agree(one: string, other: string, language: Language, light: ReadonlySet<string>): boolean {
  const [a, b] = [contentOf(one, language, light), contentOf(other, language, light)];
  // `Opening hours?` is no question about Christmas.
  if ((a.length === 0) !== (b.length === 0)) return false;
  const [missingInB, missingInA] = [missing(a, b), missing(b, a)];
  if (missingInA.length > 0 && missingInB.length > 0) return false;
  return ![...missingInA, ...missingInB].some(({ saysWhich, stem }) => saysWhich || /^\d/.test(stem));
}

function contentOf(question: string, language: Language, light: ReadonlySet<string>): Content[] {
  const tokens = tokenise(joined(question));
  const isContent = (token: string | undefined): token is string => {
    if (token === undefined || /^\p{L}$/u.test(token)) return false;
    const [term] = analyse(token, language).words;
    return term !== undefined && !light.has(term);
  };
  return tokens.flatMap((token, at) =>
    isContent(token) ? [{ stem: meaningOf(token, language), saysWhich: isContent(tokens[at + 1]) }] : [],
  );
}

/** `check in`, `check-in` and `Check-out` as one word each, which begins with what sets them apart: a stop word. */
export function joined(question: string): string {
  return question.replace(/(?<!\p{L})(check|log|sign|opt)[-\s](in|out|on|off|up)(?!\p{L})/giu, '$2$1');
}

/** Words that ask for the same. */
const SYNONYMS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'deliver delivery ship shipping shipped send order',
    'repair fix mend service',
    'food dish dishes meal menu',
    'reset forgot forgotten lost recover',
    'pay payment',
    'rent rental hire',
    'email mail',
    'phone telephone',
    'wifi wlan internet',
    'child kid',
    'cancel cancellation terminate',
  ],
  de: [
    'liefern Lieferung Versand versenden verschicken schicken',
    'Essen Gericht Speise Speisekarte Menü',
    'vergessen zurücksetzen',
    'zahlen bezahlen Zahlung',
    'mieten leihen ausleihen Verleih Vermietung',
    'parken Parkplatz',
    'Student Studierende',
    'Fahrrad Rad',
    'kündigen Kündigung',
  ],
};
const MEANINGS = {
  en: meaningsIn('en'),
  de: meaningsIn('de'),
} satisfies Record<Language, ReadonlyMap<string, string>>;

function meaningsIn(language: Language): ReadonlyMap<string, string> {
  return new Map(
    SYNONYMS[language].flatMap((line) => {
      const stems = line.split(' ').map((word) => stemIn(word.toLowerCase(), language));
      return stems.map((stem) => [stem, stems[0] ?? stem] as const);
    }),
  );
}

function meaningOf(token: string, language: Language): string {
  const stem = stemIn(token, language);
  return MEANINGS[language].get(stem) ?? stem;
}

function missing(words: readonly Content[], others: readonly Content[]): Content[] {
  return words.filter(({ stem }) => !others.some((other) => isSame(stem, other.stem, others)));
}

/** The shortest word that counts as a part of another. */
const PART = 4;

function isSame(stem: string, other: string, others: readonly Content[]): boolean {
  if (stem === other || isNear(stem, other) || isTypo(stem, other)) return true;
  if (other.length >= PART && stem.startsWith(other)) return true;
  if (stem.length >= PART && (other.startsWith(stem) || other.endsWith(stem))) return true;
  // A compound is said by both of its parts: `Studentenrabatt`, `Rabatt für Studierende`.
  if (other.length < PART || !stem.endsWith(other)) return false;
  const first = stem.slice(0, -other.length);
  return others.some((each) => each.stem !== other && isNear(first, each.stem));
}

/** Words of one family: `delivery` and `deliver`. */
function isNear(one: string, other: string): boolean {
  const length = prefixOf(one, other);
  return length >= PART && length * 2 >= Math.max(one.length, other.length);
}

/** One letter is missing, too many or another, or two are swapped; not the first two, which tell `An-` from `Abreise`. */
function isTypo(one: string, other: string): boolean {
  const start = prefixOf(one, other);
  if (start < 2 || /\d/.test(one + other)) return false;
  const [a, b] = [one.slice(start), other.slice(start)];
  const end = Math.min(prefixOf(reversed(a), reversed(b)), a.length, b.length);
  const [x, y] = [a.slice(0, a.length - end), b.slice(0, b.length - end)];
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && x === reversed(y));
}

function prefixOf(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}
