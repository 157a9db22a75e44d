import type { Document, Element } from 'domhandler';
import { attribute, child, childrenOf, elementsIn, isOn, localName } from './ooxml';
import { chainOf, firstSaid, remembered } from './word-styles';

/** What a style says of the paragraphs or the words that have it; undefined where it leaves that to others. */
export interface Look {
  /** 0 for the highest heading, 9 for text. */
  readonly outline: number | undefined;
  readonly isBold: boolean | undefined;
  /** In points. */
  readonly size: number | undefined;
  readonly isHidden: boolean | undefined;
  readonly isStruck: boolean | undefined;
  readonly isShaded: boolean | undefined;
  readonly color: string | undefined;
  readonly raised: Raised | undefined;
  readonly numbering: NumberingPlace | undefined;
}

type Raised = 'super' | 'sub' | 'baseline';

export interface NumberingPlace {
  readonly id: string | undefined;
  readonly level: number | undefined;
}

/** The styles of a document, each with what it has of those that it is based on. */
export interface DocxStyles {
  of(id: string | undefined): ResolvedStyle;
  /** Whether the document is in German, by the language of its styles. */
  readonly isGerman: boolean;
  /** Whether a table's style sets its first row off. */
  marksFirstRow(id: string | undefined): boolean;
}

export interface ResolvedStyle extends Partial<Look> {
  /** Of the style itself first. */
  readonly names: readonly string[];
}

interface DocxStyle extends Look {
  readonly id: string;
  readonly name: string;
  readonly base: string | undefined;
  readonly marksFirstRow: boolean;
}

/** Word's own size where a file names none. */
const USUAL_SIZE = 10;

export function readStyles(xml: Document | null): DocxStyles {
  const styles = new Map<string, DocxStyle>();
  let defaultId: string | undefined;
  for (const element of elementsIn(xml, 'style')) {
    const style = toStyle(element);
    styles.set(style.id, style);
    const isDefault = !/^(?:0|false|off)$/i.test(attribute(element, 'default') ?? 'false');
    if (isDefault && attribute(element, 'type') === 'paragraph') defaultId = style.id;
  }
  const [defaults] = elementsIn(xml, 'rPrDefault');
  const usual = lookOfRun(child(defaults, 'rPr')).size ?? USUAL_SIZE;
  return {
    of: remembered((id) => {
      const chain = chainOf(styles, id ?? defaultId);
      const names = chain.length > 0 ? chain.map(({ name }) => name) : id === undefined ? [] : [id];
      return { size: usual, ...firstSaid<DocxStyle>(...chain), names };
    }),
    isGerman: /^de\b/i.test(attribute(child(child(defaults, 'rPr'), 'lang'), 'val') ?? ''),
    marksFirstRow: (id) => chainOf(styles, id).some(({ marksFirstRow }) => marksFirstRow),
  };
}

function toStyle(element: Element): DocxStyle {
  const id = attribute(element, 'styleId') ?? '';
  const paragraph = child(element, 'pPr');
  const firstRow = childrenOf(element).find(
    (part) => localName(part) === 'tblStylePr' && attribute(part, 'type') === 'firstRow',
  );
  return {
    id,
    name: attribute(child(element, 'name'), 'val') ?? id,
    base: attribute(child(element, 'basedOn'), 'val'),
    ...lookOfRun(child(element, 'rPr')),
    ...lookOfParagraph(paragraph),
    isShaded: lookOfRun(child(element, 'rPr')).isShaded ?? isShadedBy(child(paragraph, 'shd')),
    marksFirstRow:
      firstRow !== undefined &&
      (isOn(child(child(firstRow, 'rPr'), 'b')) === true ||
        isShadedBy(child(child(firstRow, 'tcPr'), 'shd')) === true),
  };
}

export function lookOfParagraph(properties: Element | null): Pick<Look, 'outline' | 'numbering'> {
  const outline = attribute(child(properties, 'outlineLvl'), 'val');
  const numbering = child(properties, 'numPr');
  const level = attribute(child(numbering, 'ilvl'), 'val');
  return {
    outline: outline === undefined ? undefined : Number(outline),
    numbering: numbering
      ? {
          id: attribute(child(numbering, 'numId'), 'val'),
          level: level === undefined ? undefined : Number(level),
        }
      : undefined,
  };
}

export function lookOfRun(properties: Element | null): Omit<Look, 'outline' | 'numbering'> {
  const raised = RAISES[attribute(child(properties, 'vertAlign'), 'val') ?? ''];
  const position = Number(attribute(child(properties, 'position'), 'val') ?? 0);
  const highlight = child(properties, 'highlight');
  return {
    isBold: isOn(child(properties, 'b')),
    size: Number(attribute(child(properties, 'sz'), 'val')) / 2 || undefined,
    isHidden: isOn(child(properties, 'vanish')),
    isStruck: isOn(child(properties, 'strike')) ?? isOn(child(properties, 'dstrike')),
    isShaded: highlight ? isOn(highlight) : isShadedBy(child(properties, 'shd')),
    color: attribute(child(properties, 'color'), 'val')?.toUpperCase(),
    raised: raised ?? (position >= RAISED ? 'super' : undefined),
  };
}

const RAISES: Readonly<Record<string, Raised>> = {
  superscript: 'super',
  subscript: 'sub',
  baseline: 'baseline',
};
/** Half points above the line: less moves a letter for its looks. */
const RAISED = 5;

function isShadedBy(shading: Element | null): boolean | undefined {
  if (!shading) return undefined;
  return !NO_GROUND.test(attribute(shading, 'fill') ?? '') || attribute(shading, 'val') === 'solid';
}

export const NO_GROUND = /^(?:auto|ffffff)?$/i;
