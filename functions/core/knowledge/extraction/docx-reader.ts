import { Parser } from 'htmlparser2';
import { type DocxStyles, isOn } from './docx-styles';

/** From where to where something stands in the XML; the end is behind it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A paragraph of the body or of a table's cell, and how it looks. */
export interface DocxParagraph {
  readonly text: string;
  readonly styleId: string | undefined;
  /** Of the paragraph itself: 0 for the highest heading, 9 for text. */
  readonly outline: number | undefined;
  readonly isListItem: boolean;
  readonly isInTable: boolean;
  /** Whether it stands in a table of contents or an index that Word made. */
  readonly isDirectory: boolean;
  /** Whether all its letters are bold, and the size of the smallest, in half points. */
  readonly isBold: boolean;
  readonly size: number;
  /** Where its texts stand, its first tag, its properties and its style, for who changes them. */
  readonly texts: readonly Range[];
  readonly tag: Range;
  readonly properties: Range | null;
  readonly style: Range | null;
}

export interface DocxTableRow {
  readonly isHeader: boolean;
  readonly isBold: boolean;
  /** The colour behind all its cells, null where they differ or have none. */
  readonly ground: string | null;
  readonly tag: Range;
  readonly properties: Range | null;
}

export interface DocxContent {
  readonly paragraphs: readonly DocxParagraph[];
  readonly tables: readonly (readonly DocxTableRow[])[];
  /** Letters and other signs, without spaces, as Word counts them. */
  readonly characters: number;
}

type Open<T> = { -readonly [Key in keyof T]: T[Key] };
interface OpenParagraph extends Open<DocxParagraph> {
  texts: Range[];
  directoryCharacters: number;
  isSelfClosing: boolean;
}
interface OpenRow extends Open<DocxTableRow> {
  grounds: (string | null)[];
  paragraphs: OpenParagraph[];
}

const NO_GROUND = /^(?:auto|ffffff)?$/i;
const DIRECTORY_FIELD = /^\s*(?:TOC|INDEX|TOA)\b/i;
const DIRECTORY_STYLE =
  /^(?:toc|index|contents|table of figures|table of authorities|(?:inhalts|abbildungs|tabellen|stichwort)?verzeichnis)\s*(?:\d+|heading)?$/i;

/** Reads the XML of a document's body once, from its beginning to its end, and keeps no tree of it. */
export function readContent(xml: string, styles: DocxStyles): DocxContent {
  const paragraphs: OpenParagraph[] = [];
  const tables: OpenRow[][] = [];
  const openTables: OpenRow[][] = [];
  const galleries: boolean[] = [];
  const fields: { instruction: string; isTold: boolean }[] = [];
  let paragraph: OpenParagraph | null = null;
  /** Paragraphs within another one are those of a text box: they are read, and left as they are. */
  let boxes = 0;
  let run: { bold: boolean | undefined; size: number | undefined; style: string | undefined } | null = null;
  /** What was before a tracked change is not what is seen. */
  let former = 0;
  let reading: 'text' | 'instruction' | null = null;
  let textStart = 0;
  let characters = 0;

  const isInDirectory = () =>
    galleries.includes(true) || fields.some(({ instruction }) => DIRECTORY_FIELD.test(instruction));
  const at = (): Range => ({ start: parser.startIndex, end: parser.endIndex + 1 });
  const add = (text: string) => {
    characters += text.replace(/\s+/g, '').length;
    if (!paragraph || boxes > 0) return;
    paragraph.text += text;
    if (isInDirectory()) paragraph.directoryCharacters += text.length;
    if (!run || !/[\p{L}\p{N}]/u.test(text)) return;
    const own = styles.of(paragraph.styleId);
    const worded = run.style === undefined ? undefined : styles.of(run.style);
    const isBold = run.bold ?? worded?.bold ?? own.bold ?? false;
    const size = run.size ?? own.size ?? 0;
    if (!isBold) paragraph.isBold = false;
    paragraph.size = paragraph.size === 0 ? size : Math.min(paragraph.size, size);
  };

  const parser: Parser = new Parser(
    {
      onopentag(name, attribs) {
        const value = attribs['w:val'];
        if (name.endsWith('Change')) former++;
        if (former > 0) return;
        switch (name) {
          case 'w:p':
            if (paragraph) boxes++;
            else {
              paragraph = {
                text: '',
                styleId: undefined,
                outline: undefined,
                isListItem: false,
                isInTable: openTables.length > 0,
                isDirectory: false,
                isBold: true,
                size: 0,
                texts: [],
                tag: at(),
                properties: null,
                style: null,
                directoryCharacters: 0,
                isSelfClosing: xml.charAt(parser.endIndex - 1) === '/',
              };
            }
            return;
          case 'w:tbl':
            openTables.push([]);
            return;
          case 'w:tr':
            openTables.at(-1)?.push({
              isHeader: false,
              isBold: false,
              ground: null,
              tag: at(),
              properties: null,
              grounds: [],
              paragraphs: [],
            });
            return;
          case 'w:sdt':
            galleries.push(false);
            return;
          case 'w:docPartGallery':
            if (galleries.length > 0)
              galleries[galleries.length - 1] = /contents|index|figures/i.test(value ?? '');
            return;
          case 'w:fldChar':
            if (attribs['w:fldCharType'] === 'begin') fields.push({ instruction: '', isTold: false });
            else if (attribs['w:fldCharType'] === 'end') fields.pop();
            return;
          case 'w:fldSimple':
            fields.push({ instruction: attribs['w:instr'] ?? '', isTold: true });
            return;
        }
        const row = openTables.at(-1)?.at(-1);
        if (!paragraph && row) {
          if (name === 'w:trPr') row.properties = at();
          else if (name === 'w:tblHeader') row.isHeader = isOn(value);
          else if (name === 'w:tc') row.grounds.push(null);
          else if (name === 'w:shd') {
            const fill = attribs['w:fill'] ?? '';
            if (row.grounds.length > 0)
              row.grounds[row.grounds.length - 1] = NO_GROUND.test(fill) ? null : fill;
          }
          return;
        }
        if (!paragraph) return;
        if (name === 'w:t' || name === 'w:instrText') {
          reading = name === 'w:t' ? 'text' : 'instruction';
          textStart = parser.startIndex;
        } else if (name === 'w:tab' && run) add('\t');
        else if (name === 'w:br' || name === 'w:cr') add('\n');
        else if (name === 'w:r') run = { bold: undefined, size: undefined, style: undefined };
        else if (boxes > 0) return;
        else if (run) {
          if (name === 'w:b') run.bold = isOn(value);
          else if (name === 'w:sz') run.size = Number(value) || undefined;
          else if (name === 'w:rStyle') run.style = value;
        } else if (name === 'w:pPr') paragraph.properties = at();
        else if (name === 'w:pStyle') {
          paragraph.styleId = value;
          paragraph.style = at();
        } else if (name === 'w:outlineLvl') paragraph.outline = Number(value);
        else if (name === 'w:numId') paragraph.isListItem = value !== '0';
      },
      ontext(text) {
        if (former > 0) return;
        if (reading === 'text') add(text);
        const field = fields.at(-1);
        if (reading === 'instruction' && field) field.instruction += text;
      },
      onclosetag(name) {
        if (name.endsWith('Change')) former--;
        if (former > 0) return;
        if (name === 'w:t' || name === 'w:instrText') {
          if (name === 'w:t' && paragraph && boxes === 0)
            paragraph.texts.push({ start: textStart, end: parser.endIndex + 1 });
          reading = null;
        } else if (name === 'w:r') run = null;
        else if (name === 'w:sdt') galleries.pop();
        else if (name === 'w:fldSimple') fields.pop();
        else if (name === 'w:p' && boxes > 0) boxes--;
        else if (name === 'w:p' && paragraph) {
          const { directoryCharacters, text, styleId } = paragraph;
          const hasStyle = styles.of(styleId).names.some((style) => DIRECTORY_STYLE.test(style));
          paragraph.isDirectory =
            (styleId !== undefined && hasStyle) ||
            (directoryCharacters > 0 && directoryCharacters * 2 >= text.length);
          if (!paragraph.isSelfClosing) paragraphs.push(paragraph);
          openTables.at(-1)?.at(-1)?.paragraphs.push(paragraph);
          paragraph = null;
        } else if (name === 'w:tr') {
          const row = openTables.at(-1)?.at(-1);
          if (!row) return;
          const said = row.paragraphs.filter(({ text }) => text.trim() !== '');
          row.isBold = said.length > 1 && said.every(({ isBold }) => isBold);
          const [ground = null] = row.grounds;
          row.ground = row.grounds.every((other) => other === ground) ? ground : null;
        } else if (name === 'w:tbl') {
          const table = openTables.pop();
          if (table) tables.push(table);
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { paragraphs, tables, characters };
}
