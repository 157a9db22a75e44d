import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '#bin/build';
import { DOCUMENT_FORMATS, type DocumentFormat } from '#contract/knowledge/documents';
import { ROOT } from '#test/helpers/assembly';
import { datasetsIn } from '../datasets';
import { median, type Part, prefixed } from '../figures';
import { type BenchFile, startStores, takenIn } from '../ingestion';

const FOLDERS = ['test/fixtures/documents', 'test/fixtures'].map((folder) => join(ROOT, folder));
/** Words of a text that is written here: a long handbook. */
const WORDS = 50_000;
/** Documents of a format that one process takes in; the first starts it. */
const TIMES = 6;

/**
 * What the ingest function takes for a document of each format, and the memory of its process: office files as
 * LibreOffice writes them, which are small, and long texts of the benchmark's passages. A PDF of
 * many pages is what the part `ingest` measures.
 */
export const formats: Part = async ({ data, progress }) => {
  await build({ only: ['functions'], log: progress });
  const environment = { ...process.env };
  const stores = await startStores();
  const figures: Record<string, number> = {};
  try {
    for (const [format, content] of samples(data)) {
      progress(`formats: ${format}`);
      const told = await takenIn(
        Array.from({ length: TIMES }, (_, seed) => ({ format, content: content(seed) })),
      );
      const warm = told.slice(1);
      const ms = median(warm.map(({ event }) => event.ms));
      Object.assign(
        figures,
        prefixed(`formats.${format}`, {
          warm_ms: ms,
          warm_cpu_ms: median(warm.map(({ event }) => event.cpuMs)),
          words_per_s: (1_000 * median(warm.map(({ words }) => words))) / ms,
          peak_mb: told.at(-1)?.peakMb ?? Number.NaN,
        }),
      );
    }
  } finally {
    await stores.close();
    process.env = environment;
  }
  return figures;
};

/** Of each format what is taken in. */
function samples(
  data: string,
): readonly (readonly [DocumentFormat, (seed: number) => BenchFile['content']])[] {
  const passages = datasetsIn(data).flatMap(({ dataset }) => dataset.passages);
  const text = (between: (title: string, text: string) => string, seed: number): Uint8Array => {
    const parts: string[] = [];
    for (let words = 0, at = seed; words < WORDS; at++) {
      const { title = '', text: body = '' } = passages[at % passages.length] ?? {};
      parts.push(between(`${title} ${at}`, body));
      words += body.split(/\s+/).length;
    }
    return new TextEncoder().encode(parts.join('\n'));
  };
  const written: Partial<Record<DocumentFormat, (seed: number) => Uint8Array>> = {
    txt: (seed) => text((title, body) => `${title}\n\n${body}\n`, seed),
    md: (seed) => text((title, body) => `# ${title}\n\n${body}\n`, seed),
    html: (seed) => text((title, body) => `<h2>${title}</h2><p>${body}</p>`, seed),
    csv: (seed) =>
      new TextEncoder().encode(
        `Title,Text\n${new TextDecoder().decode(text((title, body) => `${title},"${body.replaceAll('"', '""')}"`, seed))}`,
      ),
  };
  const stored = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return (Object.keys(DOCUMENT_FORMATS) as DocumentFormat[]).flatMap((format) => {
    const make = written[format];
    if (make) return [[format, make] as const];
    const file = stored.find((name) => name.endsWith(`.${format}`) && !name.endsWith('encrypted.pdf'));
    const content = file && readFileSync(file);
    return content ? [[format, () => content] as const] : [];
  });
}
