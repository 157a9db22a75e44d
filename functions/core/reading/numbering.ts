import { numeral } from './numerals';
import { symbolOf } from './symbols';

/** A level of a list. */
export interface ListLevel {
  readonly start: number;
  /** As `numeral` knows it; `bullet`, or `none`. */
  readonly format: string;
  /** Of a number what stands around it and those above it: `§ %1.%2`; of a bullet its sign. */
  readonly text: string;
  /** Of a bullet. */
  readonly font?: string | undefined;
  /** Whether all of its numbers are Arabic. */
  readonly isLegal?: boolean | undefined;
}

export interface NumberedList {
  /** Lists made from one pattern go on counting where the last one ended. */
  readonly pattern: string;
  readonly levels: ReadonlyMap<number, ListLevel>;
  /** Levels that begin anew where the list begins, and at which number. */
  readonly starts?: ReadonlyMap<number, number>;
}

const MOST_LEVELS = 10;

/** Counts the numbered paragraphs of a document, in their order, as the program that shows it does. */
export class Numbering {
  readonly #counts = new Map<string, number[]>();
  readonly #begun = new Set<string>();

  constructor(readonly lists: ReadonlyMap<string, NumberedList>) {}

  /**
   * The number or the mark before the next paragraph of a list; empty for a bullet that says nothing. Levels count from
   * 0. `number`: what it says of itself.
   */
  next(id: string, place: number, number?: number): string {
    const list = this.lists.get(id);
    const at = Math.max(0, Math.min(place, MOST_LEVELS - 1));
    const level = list?.levels.get(at);
    if (!list || !level) return '';
    const counts = this.#counts.get(list.pattern) ?? [];
    this.#counts.set(list.pattern, counts);
    const start = list.starts?.get(at);
    const key = `${id} ${at}`;
    if (start !== undefined && !this.#begun.has(key)) counts.splice(at, counts.length, start - 1);
    this.#begun.add(key);
    for (let above = 0; above < at; above++)
      counts[above] ??= list.starts?.get(above) ?? list.levels.get(above)?.start ?? 1;
    counts[at] = number ?? (counts[at] ?? (start ?? level.start) - 1) + 1;
    counts.length = at + 1;
    return level.format === 'bullet' ? markOf(level) : numberOf(level, list, counts);
  }

  /** The list begins anew. */
  restart(id: string): void {
    this.#counts.delete(this.lists.get(id)?.pattern ?? '');
  }
}

function numberOf(level: ListLevel, { levels }: NumberedList, counts: readonly number[]): string {
  if (level.format === 'none') return '';
  return level.text
    .replace(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      return numeral(counts[at] ?? 1, level.isLegal ? '1' : (levels.get(at)?.format ?? '1'));
    })
    .trim();
}

/** Of bullets those that tell something: a box, ticked or not. */
function markOf({ text, font }: ListLevel): string {
  const sign = symbolOf(text, font ?? '');
  return /^[☐☑]$/u.test(sign) ? sign : '';
}

/** Whether a language is German, by Windows' number for it. */
export function isGerman(language: number): boolean {
  return (language & 0x3ff) === 7;
}

/** Formats that a language writes in its own way: `1.` or `1st`, `Eins`, `First`. */
const IN_LANGUAGE = {
  ordinal: ['1st', '1.'],
  cardinalText: ['one', 'eins'],
  ordinalText: ['first', 'erste'],
} as const;

/** Formats of numbers as Word counted them before it gave them names. */
const BY_PLACE = [
  'decimal',
  'upperRoman',
  'lowerRoman',
  'upperLetter',
  'lowerLetter',
  'ordinal',
  'cardinalText',
  'ordinalText',
];
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['lowerLetter', 'a'],
  ['upperLetter', 'A'],
  ['lowerRoman', 'i'],
  ['upperRoman', 'I'],
  ['decimalZero', '01'],
  ['bullet', 'bullet'],
  ['none', 'none'],
]);
const [WITH_ZERO, BULLET, NOTHING] = [22, 23, 255];

/** By Word's name of it. */
export function numberFormat(name: string, inGerman: boolean): string {
  if (Object.hasOwn(IN_LANGUAGE, name))
    return IN_LANGUAGE[name as keyof typeof IN_LANGUAGE][inGerman ? 1 : 0];
  return BY_NAME.get(name) ?? '1';
}

export function numberFormatAt(place: number, inGerman: boolean): string {
  if (place === BULLET || place === NOTHING) return place === BULLET ? 'bullet' : 'none';
  return numberFormat(place === WITH_ZERO ? 'decimalZero' : (BY_PLACE[place] ?? ''), inGerman);
}

/** What stands around a number in older formats, where a control character stands for the number of a level. */
export function patternOf(text: string): string {
  return Array.from(text, (sign) => (sign < '\t' ? `%${sign.charCodeAt(0) + 1}` : sign)).join('');
}
