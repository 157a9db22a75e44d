import type { Report, Row } from '#core/insight/reports/report';
import { writeCsv } from '#core/insight/reports/writers/csv';
import { writePdf } from '#core/insight/reports/writers/pdf/pdf';
import { writeXlsx } from '#core/insight/reports/writers/xlsx';

/** Writes a table of so many rows in one format and tells what it took: a process of its own, for its memory. */
const WRITERS = { csv: writeCsv, xlsx: writeXlsx, pdf: writePdf } as const;

const [format = '', count = ''] = process.argv.slice(2);
const write = WRITERS[format as keyof typeof WRITERS];

/** As raw data of conversations is: ids, times, figures and what people write. */
function* rows(): Iterable<Row> {
  for (let number = 0; number < Number(count); number += 1)
    yield [
      `01k${number.toString(36).padStart(12, '0')}`,
      'Töpferei',
      new Date(Date.UTC(2030, 0, 1) + number * 60_000).toISOString(),
      number % 12,
      number % 5 === 0 ? (number % 5) + 1 : null,
      `Ist der Brennofen am ${number}. Tag geöffnet, und was kostet eine größere Schale?`,
    ];
}

const report: Report = {
  title: 'Gespräche',
  description: '',
  subject: 'Brennofen GmbH',
  period: '2030',
  createdAt: new Date(),
  language: 'de',
  timeZone: 'Europe/Berlin',
  parts: [
    {
      type: 'table',
      key: 'conversations',
      title: 'Gespräche',
      columns: [
        { key: 'id', label: 'Gespräch', kind: 'text' },
        { key: 'bot', label: 'Bot', kind: 'text' },
        { key: 'startedAt', label: 'Begonnen', kind: 'instant' },
        { key: 'messages', label: 'Nachrichten', kind: 'integer' },
        { key: 'stars', label: 'Sterne', kind: 'integer' },
        { key: 'question', label: 'Frage', kind: 'text' },
      ],
      rows: rows(),
    },
  ],
};

const began = performance.now();
let bytes = 0;
let peak = process.memoryUsage.rss();
for await (const piece of write(report)) {
  bytes += piece.byteLength;
  peak = Math.max(peak, process.memoryUsage.rss());
}
const mb = (value: number) => value / (1024 * 1024);
console.log(
  JSON.stringify({
    ms: performance.now() - began,
    file_mb: mb(bytes),
    peak_mb: mb(Math.max(peak, process.resourceUsage().maxRSS * 1024)),
  }),
);
