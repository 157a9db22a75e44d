import type { Language } from '#contract/accounts/profile';
import {
  type Column,
  chartTable,
  type ReportPart,
  type TablePart,
  type TranscriptPart,
  type ValueKind,
} from '../report';
import { WRITER_TEXTS } from './texts';

/** In what a column of figures is measured, where its values alone don't say so. */
const UNITS: Readonly<Partial<Record<ValueKind, string>>> = { percent: '%', seconds: 's', usd: 'USD' };

/** A column's label with its unit; of times, with their zone. */
export function headOf({ label, kind }: Pick<Column, 'label' | 'kind'>, timeZone: string): string {
  const unit = kind === 'instant' ? timeZone : UNITS[kind];
  return unit === undefined ? label : `${label} (${unit})`;
}

/** All parts as tables; none twice, as a chart would be whose figures stand in a table. */
export function tablesOf(parts: readonly ReportPart[], language: Language): readonly TablePart[] {
  return parts
    .filter((part) => part.type !== 'transcript')
    .filter((part) => part.type !== 'chart' || part.isTabled !== true)
    .map((part) => tableOf(part, language));
}

/** Key figures and charts as the tables that they are. Key figures stand below one another: each row has its unit. */
function tableOf(part: Exclude<ReportPart, TranscriptPart>, language: Language): TablePart {
  const texts = WRITER_TEXTS[language];
  if (part.type === 'table') return part;
  if (part.type === 'chart') return chartTable(part, texts.category);
  const compares = part.metrics.some(({ previous }) => previous !== undefined);
  const columns: Column[] = [
    { key: 'metric', label: texts.metric, kind: 'text' },
    { key: 'value', label: texts.value, kind: 'decimal' },
    { key: 'unit', label: texts.unit, kind: 'text' },
  ];
  if (compares)
    columns.push(
      { key: 'previous', label: texts.previous, kind: 'decimal' },
      { key: 'change', label: texts.change, kind: 'text' },
    );
  return {
    type: 'table',
    key: part.key,
    title: `${part.title} – ${texts.figures}`,
    columns,
    rows: part.metrics.map(({ label, kind, value, previous, change }) => [
      label,
      inUnit(value, kind),
      UNITS[kind] ?? null,
      ...(compares
        ? [inUnit(previous ?? null, kind), change === undefined ? null : withoutPlus(change)]
        : []),
    ]),
  };
}

/** A cell that begins with a plus would be taken for a formula, and so be quoted. */
function withoutPlus(change: string): string {
  return change.replace(/^\+/, '↑ ').replace(/^−/, '↓ ');
}

function inUnit(value: number | null, kind: ValueKind): number | null {
  return value !== null && kind === 'percent' ? value * 100 : value;
}
