import { fold, tokenise } from '#core/text/analysis';
import type { Figure, FigureKind, FigureWords } from '#core/text/lexicon/lexicon';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import { CLOCK_TIME, WRITTEN_DAYS } from '#core/text/time-expressions';
import { MONEY } from './amounts';
import { contactAskedFor } from './contact';
import { asksWhether, denies } from './syntax';

/**
 * What kind of answer a question asks for, where its words tell: `How far …?` is answered by a distance, `What does
 * it cost?` by a price.
 */
export interface Expectation {
  /**
   * Words of the question, in lower case, that such an answer stands for: no text need say `far` beside its
   * kilometres.
   */
  readonly askedBy: ReadonlySet<string>;
  /** A text that tells prices tells those of many things, each with a name of its own. */
  readonly isPrice: boolean;
  /** How well a clause is an answer of this kind: 0 to 1. */
  meets(clause: string): number;
  /** Whether a sentence says by itself what its figure measures: `It weighs 3 kilograms`. */
  names(sentence: string): boolean;
  /** Whether what a sentence tells of this kind is for something else: a number of a fax. */
  isOther(sentence: string): boolean;
  /** `What's your phone number?` names nothing that it would be of, and needs not. */
  readonly standsAlone: boolean;
}

/** Null for a question that asks for no figure: whether, where, why, or no question word at all. */
export function expectationOf(question: string): Expectation | null {
  const counted = COUNTED.exec(question)?.[1];
  if (counted && !UNIT_OF_TIME.test(counted))
    return { ...FIGURE, askedBy: new Set(), meets: meeting((text) => counts(text, counted)) };
  const kind =
    KINDS.find(({ asks }) => asks.test(question)) ??
    // `May I use a high pressure cleaner?` asks for no pressure.
    (asksWhether(question) ? null : KINDS.find(({ names }) => names.test(question))) ??
    KINDS.find(({ adjective }) => adjective.test(question));
  // An adjective that none has tells least: `How can I reach you best?`
  const contact = kind && kind !== DEGREE ? null : contactAskedFor(question);
  if (contact) return { ...contact, isPrice: false, standsAlone: true };
  if (!kind) return null;
  return {
    ...FIGURE,
    askedBy: new Set([...question.matchAll(kind.askedBy)].flatMap(([said]) => tokenise(said))),
    isPrice: kind === PRICE,
    meets: meeting((text) => kind.answers.every((pattern) => pattern.test(text)), kind.instead),
    names: (sentence) => kind.says.test(sentence),
  };
}

const FIGURE: Omit<Expectation, 'askedBy' | 'meets'> = {
  isPrice: false,
  names: () => false,
  isOther: () => false,
  standsAlone: false,
};

/**
 * What is left of a fit in a clause without such a figure: `We charge no deposit` answers `How high is the
 * deposit?`, though a price would answer it better; `3,000 kilometres` answers how long a chain lasts.
 */
const [DENIED, OTHER_FIGURE] = [0.6, 0.4];

function meeting(isSuch: (clause: string) => boolean, instead = NONE): Expectation['meets'] {
  return (clause) => {
    if (isSuch(clause)) return 1;
    // What is free on the first Sunday of the month has a price on all others.
    if (instead.test(clause)) return AT_DAYS.test(clause) ? DENIED : 1;
    return denies(clause) ? DENIED : /\d/.test(clause) ? OTHER_FIGURE : 0;
  };
}

const ALL = Object.values(LEXICONS).map(({ figures }) => figures);
const any = (part: Exclude<keyof FigureWords, 'single' | 'kinds'>) =>
  ALL.map((figures) => figures[part]).join('|');
const inKind = (figure: Figure, part: keyof FigureKind) =>
  ALL.flatMap(({ kinds }) => kinds[figure]?.[part] ?? []).join('|');

const NONE = /(?!)/;
const NUMBERS = `\\d+|${any('numbers')}`;
const NUMBER = within(NUMBERS);
const COUNTED = new RegExp(`(?<!\\p{L})(?:${any('howMany')})\\s+(\\p{L}+)`, 'iu');
const UNIT_OF_TIME = within(any('unitsOfTime'));
/** A bare number after `at` or `from` is one of a clock where nothing is counted by it: not `from 50 euros`. */
const CLOCK = `(?:${any('clock')})\\s+(?:${NUMBERS})(?=\\s*(?:[.,;:–-]|$|(?:${any('clock')})(?!\\p{L})))`;
const AT_DAYS = within(WRITTEN_DAYS);
const TIME = within(
  `(?:${NUMBERS})[\\s-]*(?:\\p{L}+\\s+)?(?:${any('unitsOfTime')})|${CLOCK}|\\d?(?:${CLOCK_TIME})|(?:19|20)\\d\\d|` +
    `${any('times')}|${WRITTEN_DAYS}|km/h`,
);
/** A figure below a column, or behind a label, that names a price: lists of prices often name no currency. */
const PRICED = `(?<!\\p{L})\\p{L}*(?:${inKind('price', 'says')})(?: [^:,|\\n]{1,40})?: ?\\d`;

/** How a figure of one kind is asked for and told. */
interface Kind {
  readonly asks: RegExp;
  readonly names: RegExp;
  readonly adjective: RegExp;
  /** Words that the answer stands for: none of a compound, which says of what as well. */
  readonly askedBy: RegExp;
  readonly says: RegExp;
  readonly answers: readonly RegExp[];
  /** Answers without a figure: `free`. */
  readonly instead: RegExp;
}

/** Names with all that a language writes before them: `Liefergebühr`. */
function compoundsOf(figure: Figure): string {
  return Object.values(LEXICONS)
    .flatMap(({ figures: { kinds }, joinsNouns }) => {
      const names = kinds[figure]?.names;
      return names ? [joinsNouns ? `\\p{L}*(?:${names})` : names] : [];
    })
    .join('|');
}

function kindOf(figure: Figure, answers: Kind['answers'], instead = NONE): Kind {
  const part = (...names: (keyof FigureKind)[]) =>
    names.flatMap((name) => inKind(figure, name) || []).join('|');
  return {
    asks: within(part('asks')),
    names: within(compoundsOf(figure)),
    adjective: within(part('adjective')),
    askedBy: new RegExp(within(part('asks', 'adjective', 'also')).source, 'giu'),
    says: within(part('says', 'names')),
    answers,
    instead,
  };
}

const PRICE = kindOf('price', [new RegExp(`${MONEY}|${PRICED}`, 'iu')], within(any('noSum')));
/** Another adjective, whatever it measures. */
const DEGREE = kindOf('degree', [
  new RegExp(`${MONEY}|%|${within(`${NUMBERS}|${inKind('degree', 'units')}`).source}`, 'iu'),
]);
const SYMBOLS = {
  distance: '[kcm]?m',
  weight: 'k?g',
  temperature: '°c?',
  torque: 'nm',
  pressure: 'bar|psi|h?k?pa',
  brightness: 'lux|lm|cd',
  loudness: 'db',
  power: 'k?w|ps|hp',
} as const;
const KINDS: readonly Kind[] = [
  PRICE,
  kindOf('time', [TIME]),
  ...(Object.keys(SYMBOLS) as (keyof typeof SYMBOLS)[]).map((figure) =>
    kindOf(figure, [NUMBER, within(`${SYMBOLS[figure]}|${inKind(figure, 'units')}`)]),
  ),
  kindOf('age', [NUMBER, within(inKind('age', 'units'))]),
  DEGREE,
];

/** One of something is no count of it. */
const NO_COUNT = new Set(ALL.flatMap(({ single }) => [...single]));
/** `two new wheel nuts` */
const WORDS_BETWEEN = 3;

/** Whether a number stands before the word, but for its ending. */
function counts(sentence: string, counted: string): boolean {
  const words = tokenise(sentence);
  const stems = [counted, counted.replace(/ae|oe|ue/gi, (pair) => pair.charAt(0))].map((word) =>
    fold(word.toLowerCase()).replace(/(?<=\p{L}{4})(?:e[nrs]?|n|s)$/u, ''),
  );
  return words.some((word, at) => {
    if (!stems.some((stem) => fold(word).includes(stem))) return false;
    return words
      .slice(Math.max(0, at - WORDS_BETWEEN), at)
      .some((number) => !NO_COUNT.has(number) && NUMBER.test(number));
  });
}

/** One of these as a whole word; none of none. */
function within(alternatives: string): RegExp {
  return alternatives ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu') : NONE;
}
