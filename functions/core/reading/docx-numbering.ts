import type { Document, Element } from 'domhandler';
import { type ListLevel, type NumberedList, numberFormat } from './numbering';
import { attribute, child, childrenOf, elementsIn, isOn, localName } from './ooxml';

/** The lists of a Word document. */
export function readLists(xml: Document | null, isGerman: boolean): ReadonlyMap<string, NumberedList> {
  const patterns = new Map<string, Element>();
  for (const element of elementsIn(xml, 'abstractNum'))
    patterns.set(attribute(element, 'abstractNumId') ?? '', element);
  return new Map(
    elementsIn(xml, 'num').map((element) => [
      attribute(element, 'numId') ?? '',
      toList(element, patterns, isGerman),
    ]),
  );
}

function toList(element: Element, patterns: ReadonlyMap<string, Element>, isGerman: boolean): NumberedList {
  const pattern = attribute(child(element, 'abstractNumId'), 'val') ?? '';
  const levels = new Map<number, ListLevel>();
  const starts = new Map<number, number>();
  const read = (parent: Element | undefined) => {
    for (const part of parent ? childrenOf(parent) : [])
      if (localName(part) === 'lvl') levels.set(Number(attribute(part, 'ilvl')), toLevel(part, isGerman));
  };
  const own = patterns.get(pattern);
  const linked = attribute(child(own, 'numStyleLink'), 'val');
  // A style of lists may be what tells its levels.
  read(linked === undefined ? own : [...patterns.values()].find((other) => styleOf(other) === linked));
  for (const part of childrenOf(element)) {
    if (localName(part) !== 'lvlOverride') continue;
    read(part);
    const start = attribute(child(part, 'startOverride'), 'val');
    if (start !== undefined) starts.set(Number(attribute(part, 'ilvl')), Number(start));
  }
  return { pattern, levels, starts };
}

function styleOf(pattern: Element): string | undefined {
  return attribute(child(pattern, 'styleLink'), 'val');
}

function toLevel(element: Element, isGerman: boolean): ListLevel {
  return {
    start: Number(attribute(child(element, 'start'), 'val') ?? 1),
    format: numberFormat(attribute(child(element, 'numFmt'), 'val') ?? 'decimal', isGerman),
    text: attribute(child(element, 'lvlText'), 'val') ?? '',
    font: attribute(child(child(element, 'rPr'), 'rFonts'), 'ascii'),
    isLegal: isOn(child(element, 'isLgl')),
  };
}
