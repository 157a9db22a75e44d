import type { Report, ReportPart, Row } from '../report';
import { batched } from './batches';

/** A report as JSON. Values are raw: instants in UTC, shares between 0 and 1. */
export async function* writeJson(report: Report): AsyncIterable<Uint8Array> {
  yield* batched(piecesOf(report));
}

async function* piecesOf({ parts, createdAt, ...head }: Report): AsyncIterable<string> {
  const { title, description, subject, period, language, timeZone } = head;
  const about = {
    title,
    description,
    subject,
    period,
    createdAt: createdAt.toISOString(),
    language,
    timeZone,
  };
  yield `${JSON.stringify(about).slice(0, -1)},"parts":[`;
  for (const [at, part] of parts.entries()) {
    if (at > 0) yield ',';
    yield* partOf(part);
  }
  yield ']}\n';
}

async function* partOf(part: ReportPart): AsyncIterable<string> {
  if (part.type !== 'table') {
    yield `\n${JSON.stringify(part)}`;
    return;
  }
  const { type, key, title, columns, rows } = part;
  yield `\n${JSON.stringify({ type, key, title, columns }).slice(0, -1)},"rows":[`;
  let isFirst = true;
  for await (const row of rows) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(named(columns, row))}`;
    isFirst = false;
  }
  yield ']}';
}

function named(columns: readonly { readonly key: string }[], row: Row) {
  return Object.fromEntries(columns.map(({ key }, at) => [key, row[at] ?? null]));
}
