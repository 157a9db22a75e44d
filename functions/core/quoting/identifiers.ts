/**
 * What a question names exactly: the number of a part or a model, a version, a clause, a name with signs. Another one
 * of its kind is something else, whatever the rest says; hyphens and spaces within it don't matter.
 */
export interface Identifier {
  /** As the question has it. */
  readonly written: string;
  /** Where it stands in a text. */
  readonly pattern: RegExp;
  /** By the kinds of its characters: `p1777-07` is one like `p1777-10`. */
  readonly shape: string;
}

/** The identifiers that a question names. `texts`: what may answer it, where `C` and `PPR 1044` are told by it. */
export function identifiersAsked(question: string, texts: readonly string[]): readonly Identifier[] {
  const plain = question.slice(0, LONGEST_QUESTION).replace(ADDRESS, ' ');
  if (!/\d|[+#]|\.net|(?<![^\s(,/])[A-Z](?![^\s),/?!.])/i.test(plain)) return [];
  const found: Identifier[] = [];
  const add = (written: string, pattern: RegExp, shape: string) => {
    if (!found.some((other) => other.written === written)) found.push({ written, pattern, shape });
  };
  for (const match of plain.matchAll(CODE)) {
    const [written] = match;
    if (written.length > LONGEST || MEASURE.test(written)) continue;
    if (OWN_NUMBER.test(plain.slice(0, match.index))) continue;
    // `mp3` and `covid19` are words, unless the texts have their like.
    if (WORDLIKE.test(written) && !hasFamily(/^\p{L}+/u.exec(written)?.[0] ?? '', texts)) continue;
    add(written, codePattern(written), shapeOf(written));
  }
  for (const { 0: written, 1: letters = '', index } of plain.matchAll(APART)) {
    if (OWN_NUMBER.test(plain.slice(0, index))) continue;
    // `ppr 1044` is one where the texts have such numbers: any word may stand before a number.
    if (hasFamily(letters, texts)) add(written, codePattern(written), shapeOf(written));
  }
  for (const [, number = ''] of plain.matchAll(NUMBERED)) add(number, numberPattern(number), shapeOf(number));
  for (const [, name = '', number = ''] of plain.matchAll(NAMED)) {
    // `Room 13` is one where the texts have rooms by number, each of its own: of `Rooms 10 to 15` it may be any.
    const numbered = new RegExp(`(?<!\\p{L})${name}\\p{L}{0,2} \\d+( ?(?:-|–|to|bis) ?\\d)?`, 'giu');
    const told = texts.flatMap((text) => [...text.matchAll(numbered)]);
    if (told.length > 0 && told.every(([, range]) => range === undefined))
      add(number, numberPattern(number), shapeOf(number));
  }
  for (const [written] of plain.matchAll(VERSION))
    if (!DATE.test(written)) add(written, numberPattern(written), shapeOf(written));
  for (const [written] of plain.matchAll(WITH_SIGNS)) add(written, signPattern(written), SIGNED);
  for (const [written] of plain.matchAll(LETTER)) {
    const pattern = signPattern(written);
    const isName = new RegExp(`(?<![\\p{L}\\p{N}])${written}(?:\\+\\+|#)`, 'u');
    if (texts.some((text) => isName.test(text))) add(written, pattern, SIGNED);
  }
  return found;
}

function hasFamily(letters: string, texts: readonly string[]): boolean {
  const family = new RegExp(`(?<![\\p{L}\\p{N}])${letters}[-_/.]?\\d`, 'iu');
  return texts.some((text) => family.test(text));
}

/** Whether a text names one of them. */
export function namesOne(identifiers: readonly Identifier[], text: string): boolean {
  return identifiers.some(({ pattern }) => pattern.test(text));
}

/** Whether a text names others of the same kinds and none of these. */
export function namesOther(identifiers: readonly Identifier[], text: string): boolean {
  if (namesOne(identifiers, text)) return false;
  const shapes = identifiers.map(({ shape }) => shape);
  const others = [
    ...[...text.matchAll(CODE)].filter(([written]) => !MEASURE.test(written)),
    ...(shapes.some((shape) => /^[0.]+$/.test(shape)) ? text.matchAll(VERSIONED) : []),
  ];
  if (
    others.some(([written, number, , named]) =>
      shapes.some((shape) => isAlike(shape, shapeOf(number ?? named ?? written))),
    )
  )
    return true;
  return shapes.includes(SIGNED) && new RegExp(WITH_SIGNS.source, 'u').test(text);
}

function isAlike(shape: string, other: string): boolean {
  return shape === other || (/^[0.]+$/.test(shape) && /^[0.]+$/.test(other));
}

/** Who writes more tells a story: what it is about stands at its beginning. */
const LONGEST_QUESTION = 1_000;

/** The question with its identifiers as the texts write them. */
export function asWritten(question: string, texts: readonly string[]): string {
  let written = question;
  for (const { written: asked, pattern } of identifiersAsked(question, texts)) {
    if (SIGNS.test(asked)) continue;
    const [told] = texts.map((text) => pattern.exec(text)?.[0]).filter((found) => found !== undefined);
    if (told !== undefined) written = written.replace(asked, told);
  }
  return written;
}

/** Identifiers written in the other ways that texts may have them: joined, and apart. */
export function otherSpellings(question: string): string {
  const spellings: string[] = [];
  const beginning = question.slice(0, LONGEST_QUESTION);
  for (const [written] of [...beginning.matchAll(CODE), ...beginning.matchAll(APART)]) {
    if (written.length > LONGEST || MEASURE.test(written)) continue;
    const runs = runsOf(written);
    spellings.push(runs.join(' '), runs.join(''));
  }
  return [...new Set(spellings)].filter((spelling) => !question.includes(spelling)).join(' ');
}

const ADDRESS = /\S+@\S+|(?:https?|data):\S+|www\.\S+/giu;

/** Letters and digits in one word, its parts joined by hyphens and the like: `P1777-10`, `EN-388`, `M8 x 120`. */
const CODE =
  /(?<![\p{L}\p{N}]|\p{N}[-/._])(?=[\p{L}-]*\d)(?=[\d/._-]*\p{L})[\p{L}\p{N}]+(?:[-/._][\p{L}\p{N}]+)*(?:\s?[x×]\s?\d+)*(?![\p{L}\p{N}])/gu;

/** `ppr 1044`: no number that is written with a point or is no longer than one of a house. */
const APART = /(?<![\p{L}\p{N}])(\p{L}{1,5}) (\d{2,8}(?:[-/_]\p{L}?\d*)?)(?![\p{L}\p{N}]|[.,:]\d)/gu;

/** No number of a part has more characters. */
const LONGEST = 40;

const WORDLIKE = /^\p{Ll}+-?\d{1,2}$/u;

/** No time, no measure and no ordinal: what its letters say is known. */
const MEASURE = /^(?:\d+(?:[.,]\d+)?(?:[-–]?\p{L}{1,4})|\d+-\p{L}+|\p{L}{1,2}[²³23])$/u;

/** The number of an order is the visitor's: no document has it. */
const OWN_NUMBER =
  /(?:order|booking|reservation|invoice|customer|tracking|ticket|parcel|shipment|bestell\p{L}*|bestellung|buchung\p{L}*|rechnung\p{L}*|kunden\p{L}*|sendung\p{L}*|auftrag\p{L}*|vorgang\p{L}*)[\s-]*(?:numbers?|nummer|no\.?|nr\.?|id|code)?[\s:#]*(?:is|ist|lautet)?\s*$/iu;

const NUMBERED =
  /(?<!\p{L})(?:version|release|firmware|v\.?|clause|section|paragraph|article|§{1,2}|abschnitt|ziffer|punkt|absatz|artikel|klausel)\s?(\d+(?:\.\d+)*)(?![\p{L}\p{N}]|[.,]\d)/giu;
/** Names that things of one kind are counted under. */
const NAMED =
  /(?<!\p{L})(room|zimmer|raum|apartment|wohnung|hall|halle|saal|table|tisch|gate|tor|platform|gleis|line|linie|bus|zone|level|stufe|error|fehler|code|model|modell|typ|type|class|klasse|course|kurs|lesson|lektion|floor|etage|locker|pitch|stellplatz|house|haus|building|gebäude) (\d{1,4})(?![\p{L}\p{N}]|[.,:]\d)/giu;
const VERSION = /(?<![\p{L}\p{N}.,])\d+(?:\.\d+){2,}(?![\p{L}\p{N}]|[.,]\d)/gu;
const VERSIONED = new RegExp(
  `${NUMBERED.source}|${NAMED.source}|(?<![\\p{L}\\p{N}.,])(\\d+(?:\\.\\d+)+)(?![\\p{L}\\p{N}])`,
  'giu',
);
const DATE = /^(?:[0-2]?\d|3[01])\.(?:0?\d|1[0-2])\.(?:\d{2}|\d{4})$/;

/** `C++`, `C#`, `.NET`, `ASP.NET`. */
const WITH_SIGNS =
  /(?<![\p{L}\p{N}])(?:\p{L}\p{N}?(?:\+\+|#)|(?:\p{Lu}{2,5})?\.(?:NET|Net))(?![\p{L}\p{N}+#])/gu;
const SIGNS = /[+#]|\.net$/i;
const SIGNED = 'signs';
/** One letter as a word, which English has too. */
const LETTER = /(?<![\p{L}\p{N}.'’-])[B-HJ-Z](?![\p{L}\p{N}.'’+#-])/gu;

function runsOf(written: string): string[] {
  return written.match(/\p{L}+|\d+/gu) ?? [];
}

function codePattern(written: string): RegExp {
  const runs = runsOf(written).map((run) => (/^[x×]$/i.test(run) ? '[x×]' : run));
  // `PPR-1044-A` and `PPR-1044-2` are others; `PPR-1044-Pumpe` is the pump of it.
  return new RegExp(
    `(?<![\\p{L}\\p{N}]|\\p{N}[-/._])${runs.join('[-/._\\s]{0,2}')}(?![\\p{L}\\p{N}]|[-/._](?:\\p{N}|\\p{L}{1,2}(?!\\p{L})))`,
    'iu',
  );
}

function numberPattern(number: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}]|\\d[.,])[vV]?${number.replaceAll('.', '\\.')}(?![\\p{N}]|\\.\\d|,\\d)`,
    'u',
  );
}

function signPattern(written: string): RegExp {
  const escaped = written.replace(/[.+]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}+#])`, 'iu');
}

function shapeOf(identifier: string): string {
  return identifier
    .replace(/[-/._\s]+(?=\D)|(?<=\p{L})[-/._\s]+/gu, '')
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '0');
}
