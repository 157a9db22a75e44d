import { type CellShape, spreadCells } from './doc-cells';
import { addressBehind } from './links';
import { escaped } from './ooxml';
import { isSetOff, type RowLook } from './row-look';
import { RtfRow } from './rtf-row';

interface Row extends RowLook {
  readonly cells: readonly string[];
  readonly shapes: readonly CellShape[];
  readonly isHeader: boolean;
}

/** A table whose end is not known yet. */
interface Table {
  readonly rows: Row[];
  cells: string[];
  /** Paragraphs of the cell that is not at its end. */
  cell: string;
  /** Whether no letter of the row is light. */
  isBold: boolean;
}

/** A table within more tables is laid out with them, not written. */
const DEEPEST = 4;

/** What of rich text stands for itself, as HTML: the text, a head or a foot, a note, a box. */
export class RtfStory {
  #html = '';
  /** Of the paragraph: what it says, and what it said before the last link. */
  #text = '';
  #before = '';
  #behind = '';
  readonly #tables: Table[] = [];
  #depth = 0;
  level: number | null = null;
  isListItem = false;
  /** Whether the paragraph stands on a colour. */
  hasGround = false;

  constructor(readonly isOnGround = false) {}

  /** Whether white letters may stand on a colour: in tables their style may give one. */
  get isShaded(): boolean {
    return this.isOnGround || this.hasGround || this.#depth > 0;
  }

  /** The paragraph is as all are where nothing is said of them. */
  beginFormat(): void {
    this.level = null;
    this.hasGround = false;
    this.#depth = 0;
  }

  /** In how many tables the paragraph stands. */
  set depth(tables: number) {
    this.#depth = Math.min(DEEPEST, Math.max(0, tables));
  }

  get depth(): number {
    return this.#depth;
  }

  add(text: string, isBold: boolean): void {
    this.#text += escaped(text);
    const table = this.#tables[this.#depth - 1];
    if (table && !isBold && /[\p{L}\p{N}]/u.test(text)) table.isBold = false;
  }

  breakLine(): void {
    this.#text += '<br>';
  }

  /** What stands behind the paragraph that is not at its end. */
  addBehind(html: string): void {
    this.#behind += html;
  }

  beginLink(): void {
    this.#before += this.#text;
    this.#text = '';
  }

  /** Where the words since its beginning lead. */
  endLink(address: string): void {
    this.#text += escaped(addressBehind(this.#text, address));
  }

  endParagraph(): void {
    const { level } = this;
    const html = this.#takeText(level === null || this.#depth > 0 ? 'p' : `h${Math.min(6, level)}`);
    this.#closeTables(this.#depth);
    if (this.#depth > 0) this.#table(this.#depth).cell += html;
    else this.#html += html;
  }

  endCell(depth: number): void {
    this.#closeTables(depth);
    const table = this.#table(depth);
    table.cells.push(table.cell + this.#takeText(''));
    table.cell = '';
  }

  endRow(depth: number, look: RtfRow): void {
    this.#closeTables(depth);
    const table = this.#table(depth);
    const { cells } = table;
    if (cells.length === 0) return;
    table.rows.push({
      cells,
      shapes: look.shapesOf(cells.length),
      isHeader: look.isHeader,
      isBold: table.isBold && cells.filter((cell) => cell !== '').length > 1,
      ground: look.ground,
    });
    table.cells = [];
    table.isBold = true;
  }

  /** All that it says, as far as the file goes. */
  html(): string {
    if (this.#before + this.#text + this.#behind !== '') this.endParagraph();
    this.#closeTables(0);
    return this.#html;
  }

  #takeText(tag: string): string {
    const text = this.#before + this.#text;
    const isSaid = text.trim() !== '';
    const own = this.isListItem ? `<ul><li>${text}</li></ul>` : tag ? `<${tag}>${text}</${tag}>` : text;
    const html = (isSaid ? own : '') + this.#behind;
    this.#text = '';
    this.#before = '';
    this.#behind = '';
    this.isListItem = false;
    return html;
  }

  /** The table that stands in so many, with those around it. */
  #table(depth: number): Table {
    while (this.#tables.length < depth) this.#tables.push({ rows: [], cells: [], cell: '', isBold: true });
    return this.#tables[depth - 1] as Table;
  }

  /** Ends the tables that stand in more than `depth`: each is part of the cell, or of the text, that is around it. */
  #closeTables(depth: number): void {
    while (this.#tables.length > depth) {
      const at = this.#tables.length;
      const table = this.#table(at);
      // The file may end within a row.
      if (table.cell !== '') this.endCell(at);
      if (table.cells.length > 0) this.endRow(at, new RtfRow());
      this.#tables.pop();
      const html = tableHtml(table.rows);
      const around = this.#tables.at(-1);
      if (around) around.cell += html;
      else this.#html += html;
    }
  }
}

function tableHtml(rows: readonly Row[]): string {
  const [first, ...others] = rows;
  if (!first) return '';
  const isMarked = !first.isHeader && isSetOff(first, others);
  const trs = spreadCells(rows).map((cells, at) => {
    const name = rows[at]?.isHeader || (at === 0 && isMarked) ? 'th' : 'td';
    return `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`;
  });
  return `<table>${trs.join('')}</table>`;
}
