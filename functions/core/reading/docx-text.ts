import { type Element, isText } from 'domhandler';
import { loweredText, raisedText } from '#core/text/superscripts';
import { mathText } from './docx-math';
import type { DocxStyles, ResolvedStyle } from './docx-styles';
import { lookOfRun } from './docx-styles';
import { type FieldCode, fieldCode } from './field-codes';
import { noteAtMark } from './footnote-marks';
import { addressBehind } from './links';
import { attribute, child, childrenOf, elementsIn, isOn, localName, textIn } from './ooxml';
import { symbolOf } from './symbols';

/** What a part of the document needs to be read: its styles, where its links lead, its notes and what it takes in. */
export interface Surroundings {
  readonly styles: DocxStyles;
  linkOf(id: string): string | undefined;
  noteOf(kind: 'footnote' | 'endnote', id: string): string;
  /** A text of another format that stands in it, as HTML. */
  chunkOf(id: string): string;
}

/** What a paragraph says, and how its letters look. */
export interface ParagraphText {
  text: string;
  /** Characters of a table of contents or an index that Word made. */
  directoryCharacters: number;
  /** Whether all its letters are bold, and the size of the smallest, in half points. */
  isBold: boolean;
  size: number;
  /** Longer notes: they stand behind the paragraph. */
  notes: string[];
  /** What lies in it and is read for itself: the content of text boxes. */
  boxes: Element[];
}

interface Field {
  instruction: string;
  /** Null until all of the instruction is known: what follows is what the field shows. */
  code: FieldCode | null;
  /** Of a box to tick. */
  sign: string | null;
}

/** Fields may begin in one paragraph and end in another: they are those of the whole part. */
export type OpenFields = Field[];

/** Reads the letters of paragraphs: without what is struck out, hidden, deleted, or said to editors only. */
export function readParagraph(
  paragraph: Element,
  style: ResolvedStyle,
  around: Surroundings,
  { fields, isShaded }: { readonly fields: OpenFields; readonly isShaded: boolean },
): ParagraphText {
  const read: ParagraphText = {
    text: '',
    directoryCharacters: 0,
    isBold: true,
    size: 0,
    notes: [],
    boxes: [],
  };
  const isSilent = () => fields.some(({ code }) => code === null || code.isOfPages);
  const add = (text: string, look: RunLook | null) => {
    if (isSilent()) return;
    read.text += text;
    if (fields.some(({ code }) => code?.isDirectory)) read.directoryCharacters += text.length;
    if (!look || !/[\p{L}\p{N}]/u.test(text)) return;
    read.isBold &&= look.isBold;
    read.size = read.size === 0 ? look.size : Math.min(read.size, look.size);
  };

  let isPlaceholder = false;

  const visit = (element: Element, look: RunLook | null): void => {
    switch (localName(element)) {
      case 'pPr':
      case 'rPr':
      case 'del':
      case 'moveFrom':
      case 'delText':
      case 'instrText':
        if (localName(element) === 'instrText') {
          const field = fields.at(-1);
          if (field) field.instruction += textIn(element);
        }
        return;
      case 'r':
        visitRun(element);
        return;
      case 'hyperlink': {
        const address = around.linkOf(attribute(element, 'id') ?? '');
        withAddress(address, () => visitAll(element, look));
        return;
      }
      case 'fldSimple': {
        const instruction = attribute(element, 'instr') ?? '';
        const code = fieldCode(instruction);
        fields.push({ instruction, code, sign: null });
        withAddress(code.address, () => visitAll(element, look));
        fields.pop();
        return;
      }
      case 'fldChar':
        visitField(element, look);
        return;
      case 'sdt':
        visitControl(element, look);
        return;
      case 'AlternateContent': {
        const chosen = child(element, 'Choice') ?? child(element, 'Fallback');
        if (chosen) visitAll(chosen, look);
        return;
      }
      case 'txbxContent':
        read.boxes.push(element);
        return;
      case 'oMath':
        add(mathText(element), look);
        return;
      case 'footnoteReference':
      case 'endnoteReference':
        addNote(element, look);
        return;
      case 'ruby': {
        const [base, reading] = [child(element, 'rubyBase'), child(element, 'rt')];
        if (base) visitAll(base, look);
        const said = reading ? runTexts(reading) : '';
        if (said) add(`(${said})`, look);
        return;
      }
      case 't':
        add(shown(textIn(element), look), look);
        return;
      case 'tab':
      case 'ptab':
        add('\t', null);
        return;
      case 'br':
      case 'cr':
        add('\n', null);
        return;
      case 'noBreakHyphen':
        add('-', null);
        return;
      case 'softHyphen':
        add('\u00ad', null);
        return;
      case 'sym': {
        const code = Number.parseInt(attribute(element, 'char') ?? '', 16);
        if (Number.isInteger(code) && code > 0)
          add(symbolOf(String.fromCodePoint(code), attribute(element, 'font') ?? ''), look);
        return;
      }
      default:
        visitAll(element, look);
    }
  };
  const visitAll = (element: Element, look: RunLook | null) => {
    for (const each of childrenOf(element)) visit(each, look);
  };

  const visitRun = (element: Element) => {
    const properties = child(element, 'rPr');
    const own = lookOfRun(properties);
    const worded = attribute(child(properties, 'rStyle'), 'val');
    const named = worded === undefined ? undefined : around.styles.of(worded);
    // What stands in an empty control only asks for what it is to hold. Programs that fill one may leave it marked so.
    if (isPlaceholder && named?.names.some((name) => PLACEHOLDER.test(name))) return;
    const is = <Key extends 'isHidden' | 'isStruck' | 'raised' | 'bold' | 'color' | 'isShaded'>(key: Key) =>
      own[key] ?? named?.[key] ?? style[key];
    if (is('isHidden') || is('isStruck')) {
      // A field may begin or end in letters that are not seen.
      for (const each of childrenOf(element))
        if (/^(?:fldChar|instrText)$/.test(localName(each))) visit(each, null);
      return;
    }
    const isWhite = is('color') === 'FFFFFF' && !isShaded && !is('isShaded');
    if (isWhite) return;
    visitAll(element, {
      isBold: is('bold') ?? false,
      size:
        own.size ?? (worded === undefined ? style.size : (around.styles.of(worded).size ?? style.size)) ?? 0,
      raised: is('raised') ?? 'baseline',
    });
  };

  const withAddress = (address: string | undefined, visitContent: () => void) => {
    const before = read.text.length;
    visitContent();
    const text = read.text.slice(before).trim();
    if (address && text && !isSilent()) read.text += addressBehind(text, address);
  };

  const visitField = (element: Element, look: RunLook | null) => {
    const kind = attribute(element, 'fldCharType');
    if (kind === 'begin') {
      fields.push({ instruction: '', code: null, sign: formSign(child(element, 'ffData')) });
      return;
    }
    const field = fields.at(-1);
    if (!field) return;
    if (kind === 'separate') {
      field.code = fieldCode(field.instruction);
      linkStarts.push({ field, at: read.text.length });
      return;
    }
    fields.pop();
    if (field.sign !== null) add(field.sign, look);
    const started = linkStarts.findLast((start) => start.field === field);
    const address = field.code?.address;
    const text = read.text.slice(started?.at ?? read.text.length).trim();
    if (address && text && !isSilent()) read.text += addressBehind(text, address);
  };
  const linkStarts: { readonly field: Field; readonly at: number }[] = [];

  const visitControl = (element: Element, look: RunLook | null) => {
    const properties = child(element, 'sdtPr');
    const box = child(properties, 'checkbox');
    const content = child(element, 'sdtContent');
    if (box) add(isOn(child(box, 'checked') ?? null) ? '☑' : '☐', look);
    else if (content) {
      const isOuter = isPlaceholder;
      isPlaceholder ||= isOn(child(properties, 'showingPlcHdr')) === true;
      visitAll(content, look);
      isPlaceholder = isOuter;
    }
  };

  const addNote = (element: Element, look: RunLook | null) => {
    const kind = localName(element) === 'footnoteReference' ? 'footnote' : 'endnote';
    const { inline, behind } = noteAtMark(around.noteOf(kind, attribute(element, 'id') ?? ''));
    if (inline) add(inline, look);
    if (behind !== null && !isSilent()) read.notes.push(behind);
  };

  visitAll(paragraph, null);
  return read;
}

const PLACEHOLDER = /placeholder|platzhalter/i;

interface RunLook {
  readonly isBold: boolean;
  readonly size: number;
  readonly raised: 'superscript' | 'subscript' | 'baseline';
}

function shown(text: string, look: RunLook | null): string {
  const signs = [...text].map((sign) => symbolOf(sign, '')).join('');
  if (look?.raised === 'superscript') return raisedText(signs);
  return look?.raised === 'subscript' ? loweredText(signs) : signs;
}

/** A box of a form of before 2007, or what was chosen there from a list. */
function formSign(data: Element | null): string | null {
  const box = child(data, 'checkBox');
  if (box) {
    const isChecked = isOn(child(box, 'checked') ?? child(box, 'default')) ?? false;
    return isChecked ? '☑' : '☐';
  }
  const list = child(data, 'ddList');
  if (!list) return null;
  const entries = elementsIn(list, 'listEntry').map((entry) => attribute(entry, 'val') ?? '');
  return entries[Number(attribute(child(list, 'result') ?? child(list, 'default'), 'val') ?? 0)] ?? null;
}

function runTexts(element: Element): string {
  return elementsIn(element, 't')
    .map((each) => each.children.map((node) => (isText(node) ? node.data : '')).join(''))
    .join('');
}
