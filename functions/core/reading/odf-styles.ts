import type { Document, Element } from 'domhandler';
import type { ListLevel, NumberedList } from './numbering';
import { attribute, child, childrenOf, elementsIn, localName } from './ooxml';
import { chainOf, firstSaid, remembered } from './word-styles';

/** What a style says of what has it, with what it has of those that it is based on. */
export interface OdfLook {
  readonly base: string | undefined;
  readonly isHidden: boolean | undefined;
  readonly isStruck: boolean | undefined;
  readonly isBold: boolean | undefined;
  readonly raised: 'super' | 'sub' | undefined;
  readonly size: number | undefined;
  readonly color: string | undefined;
  readonly font: string | undefined;
  /** Whether a colour is behind the letters. */
  readonly isShaded: boolean | undefined;
  /** Empty where the style says that it is of none. */
  readonly list: string | undefined;
  /** The colour behind a cell. */
  readonly ground: string | undefined;
}

export type Looks = (id: string | undefined) => Partial<OdfLook>;

export function readLooks(parts: readonly (Document | null)[]): Looks {
  const looks = new Map<string, OdfLook>();
  for (const style of parts.flatMap((part) => elementsIn(part, 'default-style')))
    if (attribute(style, 'family') === 'paragraph') looks.set(USUAL, lookOf(style));
  for (const style of parts.flatMap((part) => elementsIn(part, 'style')))
    looks.set(attribute(style, 'name') ?? '', lookOf(style));
  return remembered((id) => firstSaid<OdfLook>(...chainOf(looks, id)));
}

function lookOf(style: Element): OdfLook {
  const letters = child(style, 'text-properties');
  const through =
    attribute(letters, 'text-line-through-style') ?? attribute(letters, 'text-line-through-type');
  const position = attribute(letters, 'text-position') ?? '';
  const weight = attribute(letters, 'font-weight');
  const size = attribute(letters, 'font-size') ?? '';
  const groundOf = (properties: string) => {
    const ground = attribute(child(style, properties), 'background-color');
    return ground === 'transparent' ? undefined : ground;
  };
  const behind = groundOf('text-properties') ?? groundOf('paragraph-properties');
  const isHidden =
    attribute(letters, 'display') === 'none' ||
    attribute(child(style, 'table-properties'), 'display') === 'false' ||
    attribute(child(style, 'drawing-page-properties'), 'visibility') === 'hidden';
  return {
    base: attribute(style, 'parent-style-name'),
    isHidden: isHidden || undefined,
    isStruck: through === undefined ? undefined : through !== 'none',
    isBold: weight === undefined ? undefined : weight === 'bold' || Number(weight) >= BOLD,
    raised: /^(?:super|[1-9])/.test(position) ? 'super' : /^(?:sub|-)/.test(position) ? 'sub' : undefined,
    size: /^[\d.]+pt$/.test(size) ? Number.parseFloat(size) : undefined,
    color: attribute(letters, 'color'),
    font: attribute(letters, 'font-name'),
    isShaded: behind === undefined ? undefined : true,
    list: attribute(style, 'list-style-name'),
    ground: groundOf('table-cell-properties'),
  };
}

const BOLD = 600;

export function readLists(parts: readonly (Document | null)[]): ReadonlyMap<string, NumberedList> {
  const lists = new Map<string, NumberedList>();
  const all = parts.flatMap((part) => [
    ...elementsIn(part, 'list-style'),
    ...elementsIn(part, 'outline-style'),
  ]);
  for (const list of all) {
    const id = localName(list) === 'outline-style' ? OUTLINE : (attribute(list, 'name') ?? '');
    const levels = childrenOf(list).map((level): [number, ListLevel] => {
      const at = Number(attribute(level, 'level') ?? 1) - 1;
      const shown = Math.min(at + 1, Number(attribute(level, 'display-levels') ?? 1));
      const numbers = Array.from({ length: shown }, (_, above) => `%${at - shown + above + 2}`).join('.');
      const format = attribute(level, 'num-format') || 'none';
      const text = `${attribute(level, 'num-prefix') ?? ''}${numbers}${attribute(level, 'num-suffix') ?? ''}`;
      return [at, { start: Number(attribute(level, 'start-value') ?? 1), format, text }];
    });
    lists.set(id, { pattern: id, levels: new Map(levels) });
  }
  return lists;
}

export const OUTLINE = ' outline';
/** What paragraphs are set in where nothing else is said. */
export const USUAL = ' usual';
