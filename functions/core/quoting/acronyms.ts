/**
 * Long forms of everyday acronyms, as patterns of their inflected words. Others are known where the documents give
 * both: `General Meeting (GM)`.
 */
const EVERYDAY: readonly (readonly [acronym: string, long: string, pattern: string])[] = [
  ['AGB', 'Allgemeine Geschäftsbedingungen', 'allgemeine[nrs]? geschäftsbedingungen'],
  ['Kfz', 'Kraftfahrzeug', 'kraftfahrzeug(?:e[ns]?|s)?'],
  ['Pkw', 'Personenkraftwagen', 'personenkraftwagens?'],
  ['Lkw', 'Lastkraftwagen', 'lastkraftwagens?'],
  ['MwSt', 'Mehrwertsteuer', 'mehrwertsteuer'],
  ['USt', 'Umsatzsteuer', 'umsatzsteuer'],
  ['DSGVO', 'Datenschutz-Grundverordnung', 'datenschutz-?grundverordnung'],
  ['ÖPNV', 'öffentlicher Nahverkehr', 'öffentliche[nrms]? (?:personen)?nahverkehrs?'],
  ['PLZ', 'Postleitzahl', 'postleitzahl(?:en)?'],
  ['Hbf', 'Hauptbahnhof', 'hauptbahnhofs?'],
  ['VHS', 'Volkshochschule', 'volkshochschulen?'],
  ['EG', 'Erdgeschoss', 'erdgescho(?:ss|ß)(?:es)?'],
  ['OG', 'Obergeschoss', 'obergescho(?:ss|ß)(?:es)?'],
  ['UG', 'Untergeschoss', 'untergescho(?:ss|ß)(?:es)?'],
  ['VAT', 'value added tax', 'value[- ]added tax'],
  ['GDPR', 'General Data Protection Regulation', 'general data protection regulation'],
  ['T&C', 'terms and conditions', 'terms (?:and|&) conditions'],
  ['FAQ', 'frequently asked questions', 'frequently asked questions'],
  ['B&B', 'bed and breakfast', 'bed (?:and|&) breakfast'],
  ['AC', 'air conditioning', 'air[- ]conditioning'],
  ['HOA', 'homeowners association', "homeowners'? association"],
];

interface Pair {
  readonly acronym: RegExp;
  readonly long: RegExp;
  readonly short: string;
  readonly words: string;
}

const word = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu');
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const PAIRS: readonly Pair[] = EVERYDAY.map(([short, words, pattern]) => ({
  // Small letters are words: `ac`, `og`.
  acronym: new RegExp(
    `(?<![\\p{L}\\p{N}])${escaped(short)}s?(?![\\p{L}\\p{N}])`,
    short.length > 2 ? 'iu' : 'u',
  ),
  long: word(pattern),
  short,
  words,
}));

/** A longer question is a story, whose words find what it is about. */
const LONGEST_QUESTION = 1_000;

/** The other form of what a question names by an acronym, or by the words that one stands for; empty where none is known. */
export function otherForms(question: string, texts: readonly string[]): string {
  const asked = question.slice(0, LONGEST_QUESTION);
  return [...PAIRS, ...definedIn(texts)]
    .flatMap(({ acronym, long, short, words }) =>
      long.test(asked) ? [short] : acronym.test(asked) ? [words] : [],
    )
    .join(' ');
}

/** A question in the form that more of the texts have than its own. */
export function asAbbreviated(question: string, texts: readonly string[]): string {
  if (question.length > LONGEST_QUESTION) return question;
  let written = question;
  for (const { acronym, long, short, words } of [...PAIRS, ...definedIn(texts)]) {
    const [asked, other, form] = long.test(written) ? [long, acronym, short] : [acronym, long, words];
    if (!asked.test(written)) continue;
    const having = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length;
    if (having(other) > having(asked)) written = written.replace(asked, form);
  }
  return written;
}

const DEFINED = /((?:\p{L}[\p{L}'’-]*[ -]){1,7}\p{L}[\p{L}'’-]*) \((\p{Lu}[\p{L}&]{1,7})\)/gu;
const DEFINING =
  /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}&]{1,7}) \((\p{Lu}[\p{L}'’-]*(?:[ -]\p{L}[\p{L}'’-]*){1,7})\)/gu;

/** What texts themselves say that an acronym stands for: the words before it that begin with its letters. */
function definedIn(texts: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (const text of texts) {
    if (!text.includes('(')) continue;
    for (const [, before = '', short = ''] of text.matchAll(DEFINED)) {
      const words = standingFor(short, before.split(/[ -]/));
      if (words) pairs.push(pairOf(short, words));
    }
    for (const [, short = '', within = ''] of text.matchAll(DEFINING)) {
      const words = standingFor(short, within.split(/[ -]/));
      if (words) pairs.push(pairOf(short, words));
    }
  }
  return pairs;
}

function pairOf(short: string, words: readonly string[]): Pair {
  return {
    acronym: word(escaped(short)),
    // Their endings differ: `der Allgemeinen Versammlung`.
    long: word(
      words
        .map((each) => `${escaped(each.replace(/(?<=\p{L}{4})(?:e?[nrs]|e)$/u, ''))}\\p{L}{0,2}`)
        .join('[ -]'),
    ),
    short,
    words: words.join(' '),
  };
}

/** The last words whose first letters are those of the acronym; small words between them don't count. */
function standingFor(short: string, words: readonly string[]): readonly string[] | null {
  const letters = short.toUpperCase().replaceAll('&', '');
  for (
    let from = words.length - letters.length;
    from >= Math.max(0, words.length - letters.length - 2);
    from--
  ) {
    const own = words.slice(from);
    const initials = own
      .filter((each) => each.length > 3 || /^\p{Lu}/u.test(each))
      .map((each) => each.charAt(0).toUpperCase());
    if (initials.join('') === letters) return own;
  }
  return null;
}
