import type { Column, MetricsPart, Report, TablePart } from '../../report';
import { INK } from '../colours';
import { WRITER_TEXTS } from '../texts';
import { ValueFormat } from '../values';
import { drawChart, heightOf } from './charts';
import { MARGIN, Paper } from './paper';
import { drawTranscripts } from './transcript';

/**
 * A report as a PDF: what it is about, key figures, charts, tables. Fonts are embedded with the letters that are used.
 * Each page is written when it is full.
 */
export async function* writePdf(report: Report): AsyncIterable<Uint8Array> {
  const paper = new Paper(report);
  const format = new ValueFormat(report.language, report.timeZone);
  // One way for all of it: pages that turn with each small table are hard to read, on paper and on a screen.
  const tables = report.parts.filter((part) => part.type === 'table');
  paper.turnTo(tables.some(isWide) ? 'landscape' : 'portrait');
  drawHead(paper, report);
  for (const part of report.parts) {
    if (part.type === 'metrics') drawMetrics(paper, part, format);
    else if (part.type === 'chart') {
      const height = heightOf(part);
      paper.makeRoom(height + 10);
      drawChart(paper, part, { x: MARGIN, y: paper.y, width: paper.width, height }, format);
      paper.y += height + 22;
    } else if (part.type === 'transcript') yield* drawTranscripts(paper, part, format);
    else yield* drawTable(paper, part, format, report);
    yield* paper.written();
  }
  yield* paper.end();
}

function drawHead(paper: Paper, report: Report): void {
  const { title, description, subject, period, createdAt, language, timeZone } = report;
  const texts = WRITER_TEXTS[language];
  const box = { x: MARGIN, width: paper.width };
  paper.box(MARGIN, paper.y, 34, 4, INK.brand, 2);
  paper.y += 16;
  paper.y += paper.lines(title, { ...box, y: paper.y }, { size: 22, style: 'bold' }, 2) + 4;
  paper.text(
    `${subject} · ${period}`,
    { ...box, y: paper.y },
    { size: 11, style: 'bold', colour: INK.brand },
  );
  paper.y += 19;
  if (description !== '')
    paper.y += paper.lines(description, { ...box, y: paper.y }, { size: 10, colour: INK.soft }, 8) + 6;
  const created = new ValueFormat(language, timeZone).show(createdAt.toISOString(), 'instant');
  paper.text(
    `${texts.created} ${created} · ${texts.timeZone} ${timeZone}`,
    { ...box, y: paper.y },
    { size: 8, colour: INK.soft },
  );
  paper.y += 26;
}

const CARDS_A_ROW = 3;
const CARD_HEIGHT = 62;
const GAP = 10;

function drawMetrics(paper: Paper, { title, metrics }: MetricsPart, format: ValueFormat): void {
  const texts = WRITER_TEXTS[format.language];
  paper.makeRoom(30 + CARD_HEIGHT);
  heading(paper, title);
  const width = (paper.width - GAP * (CARDS_A_ROW - 1)) / CARDS_A_ROW;
  for (let start = 0; start < metrics.length; start += CARDS_A_ROW) {
    paper.makeRoom(CARD_HEIGHT + GAP);
    for (const [at, { label, value, kind, previous, change }] of metrics
      .slice(start, start + CARDS_A_ROW)
      .entries()) {
      const x = MARGIN + at * (width + GAP);
      paper.box(x, paper.y, width, CARD_HEIGHT, INK.sunken, 6);
      const inner = { x: x + 11, width: width - 22 };
      paper.text(label, { ...inner, y: paper.y + 9 }, { size: 8.5, colour: INK.soft });
      paper.text(format.show(value, kind), { ...inner, y: paper.y + 22 }, { size: 17, style: 'bold' });
      if (change !== undefined)
        paper.text(
          typeof previous === 'number'
            ? `${change} · ${texts.previous}: ${format.show(previous, kind)}`
            : change,
          { ...inner, y: paper.y + 46 },
          // Not every growth is good: a colour would say so of all.
          { size: 7.5, colour: INK.soft },
        );
    }
    paper.y += CARD_HEIGHT + GAP;
  }
  paper.y += 14;
}

function heading(paper: Paper, title: string): void {
  paper.text(title, { x: MARGIN, y: paper.y, width: paper.width }, { size: 14, style: 'bold' });
  paper.y += 24;
}

const ROW_SIZE = 8;
const LINE_HEIGHT = ROW_SIZE * 1.4;
const PADDING = 4;
/** Lines of one cell, beyond which a text is cut: the table files have all of it. */
const MOST_LINES = 12;
/** And of a column's name. */
const MOST_HEAD_LINES = 3;

/** Shares of the width that kinds of columns get. */
const WEIGHTS: Readonly<Record<Column['kind'], number>> = {
  text: 3,
  boolean: 1,
  integer: 1.1,
  decimal: 1.1,
  percent: 1.1,
  seconds: 1.2,
  usd: 1.2,
  instant: 2,
  day: 1.6,
};

function isWide({ columns }: TablePart): boolean {
  return columns.length > 6;
}

async function* drawTable(
  paper: Paper,
  table: TablePart,
  format: ValueFormat,
  { language }: Report,
): AsyncIterable<Uint8Array> {
  paper.makeRoom(90);
  heading(paper, table.title);
  const columns = placed(table.columns, paper.width);
  const head = () => {
    const style = { size: ROW_SIZE, style: 'bold', colour: '#ffffff' } as const;
    const heads = columns.map(({ label, width }) => paper.wrap(label, width, style, MOST_HEAD_LINES));
    const height = Math.max(...heads.map((lines) => lines.length)) * LINE_HEIGHT + 2 * PADDING;
    paper.box(MARGIN, paper.y, paper.width, height, INK.brand, 2);
    for (const [at, { x, width, align }] of columns.entries())
      for (const [number, line] of (heads[at] ?? []).entries())
        paper.text(line, { x, y: paper.y + PADDING + number * LINE_HEIGHT, width }, { ...style, align });
    paper.y += height;
  };
  head();
  let count = 0;
  for await (const row of table.rows) {
    const cells = columns.map(({ kind, width }, at) => {
      const text = format.show(row[at] ?? null, kind);
      return kind === 'text' ? paper.wrap(text, width, { size: ROW_SIZE }, MOST_LINES) : [text];
    });
    const height = Math.max(...cells.map((lines) => lines.length)) * LINE_HEIGHT + 2 * PADDING;
    if (paper.makeRoom(height)) {
      yield* paper.written();
      head();
    }
    for (const [at, lines] of cells.entries()) {
      const column = columns[at];
      if (!column) continue;
      const { x, width, align } = column;
      for (const [number, line] of lines.entries())
        paper.text(
          line,
          { x, y: paper.y + PADDING + number * LINE_HEIGHT, width },
          { size: ROW_SIZE, align },
        );
    }
    paper.y += height;
    paper.line(MARGIN, paper.y, MARGIN + paper.width, paper.y, INK.line, 0.4);
    count += 1;
  }
  if (count === 0) {
    paper.text(
      WRITER_TEXTS[language].noRows,
      { x: MARGIN, y: paper.y + 8, width: paper.width },
      { size: 9, colour: INK.soft },
    );
    paper.y += 22;
  }
  paper.y += 24;
}

interface PlacedColumn extends Column {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

function placed(columns: readonly Column[], width: number): readonly PlacedColumn[] {
  const total = columns.reduce((sum, { kind }) => sum + WEIGHTS[kind], 0);
  const placedColumns: PlacedColumn[] = [];
  let x = MARGIN;
  for (const column of columns) {
    const share = (width * WEIGHTS[column.kind]) / total;
    const align = ['text', 'instant', 'day', 'boolean'].includes(column.kind) ? 'left' : 'right';
    placedColumns.push({ ...column, x: x + PADDING, width: share - 2 * PADDING, align });
    x += share;
  }
  return placedColumns;
}
