import type { Document, Element } from 'domhandler';
import { type NumeralFormat, numeral } from './numerals';
import { attribute, child, childrenOf, elementsIn, localName } from './ooxml';
import { symbolOf } from './symbols';

/** Counts the numbered paragraphs of a document, in their order. */
export interface Numbering {
  /** The number or the mark before the next paragraph of a list; empty for a bullet that says nothing. */
  next(id: string, level: number): string;
}

interface Level {
  readonly start: number;
  readonly format: string;
  /** `%1.%2` */
  readonly text: string;
  readonly font: string | undefined;
  /** Whether all of its numbers are Arabic. */
  readonly isLegal: boolean;
}

interface List {
  readonly abstractId: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly starts: ReadonlyMap<number, number>;
}

const MOST_LEVELS = 9;

export function readNumbering(xml: Document | null): Numbering {
  const abstracts = new Map<string, Element>();
  for (const element of xml ? elementsIn(xml, 'abstractNum') : [])
    abstracts.set(attribute(element, 'abstractNumId') ?? '', element);
  const lists = new Map<string, List>();
  for (const element of xml ? elementsIn(xml, 'num') : [])
    lists.set(attribute(element, 'numId') ?? '', toList(element, abstracts));
  // Lists made from one pattern go on counting where the last one ended.
  const counters = new Map<string, number[]>();
  const begun = new Set<string>();
  return {
    next(id, place) {
      const list = lists.get(id);
      const at = Math.max(0, Math.min(place, MOST_LEVELS - 1));
      const level = list?.levels.get(at);
      if (!list || !level) return '';
      const counts = counters.get(list.abstractId) ?? [];
      counters.set(list.abstractId, counts);
      const key = `${id} ${at}`;
      const start = list.starts.get(at);
      if (start !== undefined && !begun.has(key)) counts.splice(at, counts.length, start - 1);
      begun.add(key);
      for (let above = 0; above < at; above++)
        counts[above] ??= list.starts.get(above) ?? list.levels.get(above)?.start ?? 1;
      counts[at] = (counts[at] ?? (start ?? level.start) - 1) + 1;
      counts.length = at + 1;
      if (level.format === 'bullet') return markOf(level);
      if (level.format === 'none') return '';
      return level.text
        .replace(/%(\d)/g, (_, digit: string) => {
          const other = list.levels.get(Number(digit) - 1);
          const format = level.isLegal ? 'decimal' : (other?.format ?? 'decimal');
          return counted(counts[Number(digit) - 1] ?? 1, format);
        })
        .trim();
    },
  };
}

function toList(element: Element, abstracts: ReadonlyMap<string, Element>): List {
  const abstractId = attribute(child(element, 'abstractNumId'), 'val') ?? '';
  const levels = new Map<number, Level>();
  const starts = new Map<number, number>();
  const read = (parent: Element | undefined) => {
    for (const part of parent ? childrenOf(parent) : [])
      if (localName(part) === 'lvl') levels.set(Number(attribute(part, 'ilvl')), toLevel(part));
  };
  read(abstracts.get(abstractId));
  for (const part of childrenOf(element)) {
    if (localName(part) !== 'lvlOverride') continue;
    read(part);
    const start = attribute(child(part, 'startOverride'), 'val');
    if (start !== undefined) starts.set(Number(attribute(part, 'ilvl')), Number(start));
  }
  return { abstractId, levels, starts };
}

function toLevel(element: Element): Level {
  return {
    start: Number(attribute(child(element, 'start'), 'val') ?? 1),
    format: attribute(child(element, 'numFmt'), 'val') ?? 'decimal',
    text: attribute(child(element, 'lvlText'), 'val') ?? '',
    font: attribute(child(child(element, 'rPr'), 'rFonts'), 'ascii'),
    isLegal: child(element, 'isLgl') !== null,
  };
}

/** Of bullets those that tell something: a box, ticked or not. */
function markOf({ text, font }: Level): string {
  const sign = symbolOf(text, font ?? '');
  return /^[☐☑]$/u.test(sign) ? sign : '';
}

/** By Word's names of formats. */
function counted(count: number, format: string): string {
  if (format === 'ordinal') return `${count}.`;
  return numeral(count, FORMATS[format] ?? '1');
}

const FORMATS: Readonly<Record<string, NumeralFormat>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
  decimalZero: '01',
};
