import type { Language } from '#contract/accounts/profile';

export type Cell = string | number | boolean | null;

/** What a value is, which decides how each format writes it. `instant` and `day` are ISO texts. */
export type ValueKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'percent'
  | 'seconds'
  | 'usd'
  | 'boolean'
  | 'instant'
  | 'day';

export interface Column {
  /** Name of the field in JSON. */
  readonly key: string;
  readonly label: string;
  readonly kind: ValueKind;
}

export type Row = readonly Cell[];

/** Rows come one by one: a table may be longer than memory. */
export interface TablePart {
  readonly type: 'table';
  readonly key: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
}

export interface MetricsPart {
  readonly type: 'metrics';
  readonly key: string;
  readonly title: string;
  readonly metrics: readonly {
    readonly key: string;
    readonly label: string;
    readonly kind: ValueKind;
    readonly value: number | null;
    /** The same of the period before, and how it has changed since, in words; left out where nothing compares. */
    readonly previous?: number | null;
    readonly change?: string;
  }[];
}

export interface ChartPart {
  readonly type: 'chart';
  readonly key: string;
  readonly title: string;
  /** `bars` stand beside one another by time or range, `ranking` lies from the largest down. */
  readonly shape: 'lines' | 'bars' | 'ranking' | 'shares';
  readonly kind: ValueKind;
  /** What its values can be at most, where that is known: axes end there. */
  readonly most?: number;
  /** Whether a table of the same view has its figures: files of tables leave it out. */
  readonly isTabled?: true;
  /** Days are ISO texts, and shown as the reader writes them. */
  readonly categoryKind?: 'day';
  readonly categories: readonly string[];
  readonly series: readonly {
    readonly key: string;
    readonly label: string;
    readonly values: readonly (number | null)[];
  }[];
}

/** A message of a transcript. `note`: what kind of answer it was. */
export interface Turn {
  readonly at: string | null;
  readonly author: string;
  readonly isVisitor: boolean;
  readonly note: string | null;
  readonly text: string;
  readonly sources: readonly string[];
}

export interface Transcript {
  readonly title: string;
  readonly facts: readonly {
    readonly label: string;
    readonly value: string;
    readonly kind: 'text' | 'instant';
  }[];
  readonly turns: readonly Turn[];
}

/** Conversations as they are read, for paper: formats of tables have the messages' table. */
export interface TranscriptPart {
  readonly type: 'transcript';
  readonly key: string;
  readonly title: string;
  readonly conversations: AsyncIterable<Transcript>;
}

export type ReportPart = MetricsPart | ChartPart | TablePart | TranscriptPart;

/** What is written, whatever the format. */
export interface Report {
  readonly title: string;
  readonly description: string;
  /** Of whom: the account, and the bot where it is about one. */
  readonly subject: string;
  /** In words. */
  readonly period: string;
  readonly createdAt: Date;
  readonly language: Language;
  readonly timeZone: string;
  readonly parts: readonly ReportPart[];
}

/** Writes a report piece by piece, so that what is in memory does not grow with its rows. */
export type ReportWriter = (report: Report) => AsyncIterable<Uint8Array>;

/** What a chart shows, as a table: for formats without pictures, and for who can't see them. */
export function chartTable(chart: ChartPart, categoryLabel: string): TablePart {
  return {
    type: 'table',
    key: chart.key,
    title: chart.title,
    columns: [
      { key: 'category', label: categoryLabel, kind: chart.categoryKind ?? 'text' },
      ...chart.series.map(({ key, label }) => ({ key, label, kind: chart.kind })),
    ],
    rows: chart.categories.map((category, at) => [
      category,
      ...chart.series.map(({ values }) => values[at] ?? null),
    ]),
  };
}
