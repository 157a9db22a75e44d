import { cellsOfLine, hasHeaderRow, isRule } from '#core/reading/header-row';
import { announces, sentencesOf } from '#core/text/sentences';
import { type Told, toldBy } from '#core/text/time-expressions';
import { type Timetable, timetableOf } from './timetable';

/** What the cells of a row say, and which names of columns they only name (`Price: 5 €`), affirm and deny (`Vegan: no`). */
export interface RowCells {
  readonly told: string;
  readonly named: string;
  readonly affirmed: string;
  readonly denied: string;
  /** Each with the unit that its column names. */
  readonly figures: string;
}

/** A row as its table has it, for who shows it as one. */
export interface TableRow {
  /** As the piece or the line of a timetable has it. */
  readonly text: string;
  /** Of its columns; none where its table has no header. */
  readonly names: readonly string[];
  readonly cells: readonly string[];
}

/** What an answer is made of: a sentence, an item of a list, a row of a table, or hours by day. */
export interface TextPiece {
  readonly text: string;
  /** Pieces of one paragraph share its number; a row has its own, so that the row before lends it no words. */
  readonly paragraph: number;
  /** Whether a line before announces it, with the whole of its list, its table or its block: `We accept:` */
  readonly isAnnounced: boolean;
  /** Of a table: a row stands for itself. */
  readonly isRow: boolean;
  /** Of a row, else null. */
  readonly cells: RowCells | null;
  /** The row that it is, or those that its timetable is made of. */
  readonly rows: readonly TableRow[];
  /** Whether it begins a line of a paragraph that has several: an item, a time, a part of an address. */
  readonly isLine: boolean;
  /** Of lines that tell nothing but days and times: they are one piece, since each is half an answer. */
  readonly timetable: Timetable | null;
  /** The question that the text itself asks before, or its heading, and that this answers. */
  readonly answers: string | null;
}

/**
 * Sentences of a passage; of a table its rows, each cell with the name of its column. Its questions are none: they
 * tell nothing, and go with what answers them. `asked`: the one that heads the passage.
 */
export function piecesOf(text: string, asked: string | null = null): TextPiece[] {
  return withAnswers(sentencesAndRows(text), asked);
}

function sentencesAndRows(text: string): Unanswered[] {
  let paragraph = 0;
  // What a block ends with may announce the next: both are one paragraph then.
  let isAnnounced = false;
  return blocksOf(text).flatMap((block) => {
    if (!isAnnounced) paragraph++;
    const lines = block.split('\n');
    // Of a list that is announced no line behind it is.
    let inList = false;
    // A table has its header row first, whatever stands before it; empty where it has none.
    let header: readonly string[] | null = null;
    const pieces = lines.flatMap((line, index): Piece[] => {
      const cells = cellsOfLine(line);
      if (cells.length < 2) {
        header = null;
        return sentencesOf(line).map(({ start, end }, place) => {
          const text = line.slice(start, end);
          const isLine = (lines.length > 1 || isAnnounced) && place === 0;
          const told = toldBy(text);
          const piece = { text, paragraph, isRow: false, cells: null, rows: [], isLine, told };
          if (announces(text)) {
            [isAnnounced, inList] = [true, false];
            return { ...piece, isAnnounced: false };
          }
          if (inList && isLine && !isItem(text)) isAnnounced = false;
          inList = isAnnounced && (inList || isItem(text));
          return { ...piece, isAnnounced };
        });
      }
      // It says what the form does not: that the row above it is a header, or that there is none.
      if (isRule(cells)) {
        header ??= [];
        return [];
      }
      if (header === null) {
        const rows = rowsFrom(lines, index, cells.length);
        if (rows.length > 1) header = hasHeaderRow(rows) ? cells : [];
        if (header === cells) return [];
      }
      const row = cells.flatMap((cell, column) => {
        const name = header?.length === cells.length ? header[column] : '';
        return cell ? [name ? `${name}: ${cell}` : cell] : [];
      });
      // What follows the row in its block is another paragraph too.
      paragraph += 2;
      const told = toldBy(cells.join(' '));
      if (row.length === 0) return [];
      const names = header?.length === cells.length ? header : [];
      const place = { paragraph: paragraph - 1, isAnnounced, isRow: true, isLine: false };
      const text = row.join(', ');
      return [{ text, ...place, cells: sayingsOf(cells, names), rows: [{ text, names, cells }], told }];
    });
    isAnnounced = announces(block);
    return withTimetables(pieces);
  });
}

/** Paragraphs; one that tells nothing but days and times goes on with the one before where that ends with such. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let isOpen = false;
  for (const block of text.split(/\n{2,}/)) {
    const tells = block.split('\n').map((line) => cellsOfLine(line).length < 2 && toldBy(line) !== null);
    if (isOpen && tells.every(Boolean)) blocks.push(`${blocks.pop()}\n${block}`);
    else blocks.push(block);
    isOpen = tells.at(-1) === true;
  }
  return blocks;
}

type Unanswered = Omit<TextPiece, 'answers'>;
type Piece = Omit<Unanswered, 'timetable'> & { readonly told: Told };

/** What follows a question in its paragraph answers it, or the next paragraph where nothing follows in its own. */
function withAnswers(pieces: readonly Unanswered[], heading: string | null): TextPiece[] {
  let asked: { readonly question: string; readonly until: number } | null = null;
  const answering: TextPiece[] = [];
  for (const [at, piece] of pieces.entries()) {
    const next = pieces[at + 1];
    if (!piece.isRow && QUESTION.test(piece.text)) {
      asked = next ? { question: piece.text, until: next.paragraph } : null;
      continue;
    }
    if (asked && piece.paragraph > asked.until) asked = null;
    const text = pieces[at - 1]?.text === asked?.question ? piece.text.replace(ANSWER_LABEL, '') : piece.text;
    answering.push({ ...piece, text, answers: asked?.question ?? heading });
  }
  return answering;
}

const QUESTION = /\?["”“»)]?$/u;
const ANSWER_LABEL = /^(?:a|answer|antwort)\s?\d{0,3}\s*[:.)]\s+/iu;

/** With the pieces that tell nothing but days and times as one where they follow one another. */
function withTimetables(pieces: readonly Piece[]): Unanswered[] {
  const joined: Unanswered[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { told, ...piece } = pieces[at] as Piece;
    const size = timetableSize(pieces.slice(at));
    if (size === 0) {
      joined.push({ ...piece, timetable: null });
      at++;
      continue;
    }
    const lines = pieces.slice(at, at + size).map(({ text }) => text);
    const before = joined.at(-1);
    const head =
      before && isHead(before) && pieces[at - 1]?.paragraph === before.paragraph ? joined.pop() : null;
    const timetable = timetableOf(head?.text ?? null, lines);
    const rows = pieces.slice(at, at + size).flatMap((each) => each.rows);
    joined.push({ ...piece, text: timetable.lines.map(({ text }) => text).join('\n'), timetable, rows });
    at += size;
  }
  return joined;
}

/** How many pieces from the first on make a timetable: a day without a time is none, nor is a time without a day. */
function timetableSize(pieces: readonly Piece[]): number {
  const [first] = pieces;
  const end = pieces.findIndex(({ told, isRow }) => told === null || isRow !== first?.isRow);
  const run = end === -1 ? pieces : pieces.slice(0, end);
  const isOne = first?.told !== 'times' && run.some(({ told }) => told === 'both' || told === 'times');
  return isOne ? run.length : 0;
}

/** `Opening hours:` */
function isHead({ text, isRow, isLine, timetable }: Unanswered): boolean {
  if (isRow || !isLine || timetable || isItem(text) || text.length > LONGEST_HEAD) return false;
  return text.endsWith(':') || !/\d|[.!?…]["”“»)]?$/u.test(text);
}

const LONGEST_HEAD = 60;

function sayingsOf(cells: readonly string[], names: readonly string[]): RowCells {
  const having = (isSuch: (cell: string) => boolean) =>
    names.filter((_, column) => isSuch(cells[column] ?? '')).join(', ');
  const isTold = (cell: string) => !YES.test(cell) && !NO.test(cell);
  // `Duration in minutes: 60`
  const figures = cells.map((cell, column) => {
    const [, unit] = UNIT.exec(names[column] ?? '') ?? [];
    if (unit && /\d$/.test(cell)) return `${cell} ${unit}`;
    return names.length === 0 && isLikelyPrice(cells, column) ? `Price: ${cell}` : cell;
  });
  return {
    told: cells.filter(isTold).join(', '),
    named: having(isTold),
    affirmed: having((cell) => YES.test(cell)),
    denied: having((cell) => NO.test(cell)),
    figures: figures.join(', '),
  };
}

/**
 * A bare number at the end of a row without names of columns: beside a time or a size it is what that costs, as it is
 * where it has two decimals. `Plates | 4` counts plates.
 */
function isLikelyPrice(cells: readonly string[], column: number): boolean {
  const cell = cells[column] ?? '';
  if (column === 0 || column !== cells.length - 1 || !BARE.test(cell)) return false;
  return /[.,]\d\d\D*$/.test(cell) || cells.slice(1, -1).some((other) => MEASURED.test(other));
}

const BARE = /^\d{1,5}(?:[.,]\d{2})?(?:[*¹²³⁴-⁹]|,-+)?$/;
const MEASURED =
  /^\d[\d.,–-]* ?(?:min|minutes?|minuten?|h|hours?|std|stunden?|days?|tage?|nights?|nächte?|cm|mm|m|m²|kg|g|l|cl|ml)\.?$/iu;

const UNIT = /(?: in |\(|\[)([\p{L}\p{Sc}%]+)\.?[)\]]?$/u;

const YES = /^(?:yes|ja|x|✓|✔|✅)$/iu;
const NO = /^(?:no|nein|[-–—✗✘❌])?$/iu;

export function isItem(text: string): boolean {
  return /^([-*•–]|\d{1,3}[.)])\s/.test(text);
}

/** The rows of as many cells that stand under one another from this line on. */
function rowsFrom(lines: readonly string[], index: number, columns: number): string[][] {
  const rows: string[][] = [];
  for (const line of lines.slice(index)) {
    const cells = cellsOfLine(line);
    if (cells.length !== columns) break;
    rows.push(cells);
  }
  return rows;
}
