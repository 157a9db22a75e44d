import type { Element } from 'domhandler';
import type { Inline, Marks } from './block';
import { type DocxStyles, lookOfRun, type ResolvedStyle } from './docx-styles';
import { type FieldCode, fieldCode } from './field-codes';
import { mathText } from './formulas';
import { attribute, child, childrenOf, elementsIn, isOn, localName, textIn } from './ooxml';
import { symbolOf } from './symbols';
import type { WordText } from './word-text';

/** What a part of the document needs to be read: its styles, where its links lead, and its notes. */
export interface Surroundings {
  readonly styles: DocxStyles;
  linkOf(id: string): string | undefined;
  noteOf(kind: 'footnote' | 'endnote', id: string): readonly Inline[];
}

/**
 * Reads the letters of a paragraph, with what they are; what is deleted, or said to editors only, is left out. What lies
 * in it and is read for itself: the content of text boxes, charts and diagrams.
 */
export function readParagraph(
  paragraph: Element,
  style: ResolvedStyle,
  { linkOf, noteOf, styles }: Surroundings,
  { text, isShaded }: { readonly text: WordText; readonly isShaded: boolean },
): Element[] {
  const boxes: Element[] = [];
  let isPlaceholder = false;

  const visit = (element: Element, marks: Marks): void => {
    switch (localName(element)) {
      case 'pPr':
      case 'rPr':
      case 'del':
      case 'moveFrom':
      case 'delText':
        return;
      case 'instrText':
        text.addInstruction(textIn(element));
        return;
      case 'r':
        visitRun(element);
        return;
      case 'hyperlink':
        visitLinked(element, { address: linkOf(attribute(element, 'id') ?? '') });
        return;
      case 'hlink':
        visitLinked(element, { address: attribute(element, 'dest') });
        return;
      case 'fldSimple':
        visitLinked(element, fieldCode(attribute(element, 'instr') ?? ''));
        return;
      case 'fldChar':
        visitField(element, marks);
        return;
      case 'sdt':
        visitControl(element, marks);
        return;
      case 'AlternateContent': {
        const chosen = child(element, 'Choice') ?? child(element, 'Fallback');
        if (chosen) visitAll(chosen, marks);
        return;
      }
      case 'inline':
      case 'anchor':
        if (attribute(child(element, 'docPr'), 'hidden') !== '1') visitAll(element, marks);
        return;
      case 'graphicData':
        if (DRAWN.some((name) => child(element, name))) boxes.push(element);
        else visitAll(element, marks);
        return;
      case 'txbxContent':
        boxes.push(element);
        return;
      case 'footnoteReference':
      case 'endnoteReference': {
        const kind = localName(element) === 'footnoteReference' ? 'footnote' : 'endnote';
        text.addNote(noteOf(kind, attribute(element, 'id') ?? ''), marks);
        return;
      }
      // As Word 2003 has it: where it is called.
      case 'footnote':
      case 'endnote':
        text.addNote([elementsIn(element, 't').map(textIn).join('')], marks);
        return;
      case 'ruby': {
        const [base, reading] = [child(element, 'rubyBase'), child(element, 'rt')];
        if (base) visitAll(base, marks);
        const said = elementsIn(reading, 't').map(textIn).join('');
        if (said) text.add(`(${said})`, marks);
        return;
      }
      default: {
        const letters = lettersOf(element);
        if (letters === undefined) visitAll(element, marks);
        else text.add(letters, marks);
      }
    }
  };
  const visitAll = (element: Element, marks: Marks) => {
    for (const each of childrenOf(element)) visit(each, marks);
  };

  const visitLinked = (element: Element, code: FieldCode) => {
    text.beginField(code);
    visitAll(element, {});
    text.endField();
  };

  const visitRun = (element: Element) => {
    const own = lookOfRun(child(element, 'rPr'));
    const id = attribute(child(child(element, 'rPr'), 'rStyle'), 'val');
    const named = id === undefined ? undefined : styles.of(id);
    // What stands in an empty control only asks for what it is to hold. Programs that fill one may leave it marked so.
    if (isPlaceholder && named?.names.some((name) => PLACEHOLDER.test(name))) return;
    visitAll(element, marksOf(own, named, style, isShaded));
  };

  const visitField = (element: Element, marks: Marks) => {
    const kind = attribute(element, 'fldCharType');
    if (kind === 'begin') {
      signs.push(formSign(child(element, 'ffData')));
      text.beginField();
    } else if (kind === 'separate') text.beginResult();
    else text.endField(signs.pop(), marks);
  };
  const signs: string[] = [];

  const visitControl = (element: Element, marks: Marks) => {
    const properties = child(element, 'sdtPr');
    const box = child(properties, 'checkbox');
    const content = child(element, 'sdtContent');
    if (box) text.add(isOn(child(box, 'checked') ?? null) ? '☑' : '☐', marks);
    else if (content) {
      const isOuter = isPlaceholder;
      isPlaceholder ||= isOn(child(properties, 'showingPlcHdr')) === true;
      visitAll(content, marks);
      isPlaceholder = isOuter;
    }
  };

  visitAll(paragraph, {});
  return boxes;
}

/** What an element says by itself; undefined of one that holds others. */
function lettersOf(element: Element): string | undefined {
  switch (localName(element)) {
    case 'oMath':
      return mathText(element);
    case 't':
      return [...textIn(element)].map((sign) => symbolOf(sign, '')).join('');
    case 'tab':
    case 'ptab':
      return '\t';
    case 'br':
    case 'cr':
      return '\n';
    case 'noBreakHyphen':
      return '-';
    case 'softHyphen':
      return '\u00ad';
    case 'sym': {
      const code = Number.parseInt(attribute(element, 'char') ?? '', 16);
      const isSign = Number.isInteger(code) && code > 0;
      return isSign ? symbolOf(String.fromCodePoint(code), attribute(element, 'font') ?? '') : '';
    }
    default:
      return undefined;
  }
}

/** How a run's letters look: as it says itself, else by its style, else by the paragraph's. */
function marksOf(
  own: ReturnType<typeof lookOfRun>,
  named: ResolvedStyle | undefined,
  style: ResolvedStyle,
  isShaded: boolean,
): Marks {
  const is = <Key extends keyof typeof own>(key: Key) => own[key] ?? named?.[key] ?? style[key];
  const isUnseenWhite = is('color') === 'FFFFFF' && !isShaded && !is('isShaded');
  const raised = is('raised');
  return {
    isHidden: is('isHidden') || isUnseenWhite,
    isStruck: is('isStruck'),
    isBold: is('isBold'),
    raised: raised === 'baseline' ? undefined : raised,
    size: is('size'),
  };
}

/** What is read as it is on slides. */
const DRAWN = ['chart', 'relIds', 'lockedCanvas'];

const PLACEHOLDER = /placeholder|platzhalter/i;

/** A box of a form of before 2007, or what was chosen there from a list. */
function formSign(data: Element | null): string {
  const box = child(data, 'checkBox');
  if (box) {
    const isChecked = isOn(child(box, 'checked') ?? child(box, 'default')) ?? false;
    return isChecked ? '☑' : '☐';
  }
  const list = child(data, 'ddList');
  if (!list) return '';
  const entries = elementsIn(list, 'listEntry').map((entry) => attribute(entry, 'val') ?? '');
  return entries[Number(attribute(child(list, 'result') ?? child(list, 'default'), 'val') ?? 0)] ?? '';
}
