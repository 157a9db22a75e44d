import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchOptions, Figures, Part } from './figures';
import { indexSize } from './parts/index-size';
import { retrieval } from './parts/retrieval';
import { printTable } from './table';

const PARTS: Readonly<Record<string, Part>> = { retrieval, index: indexSize };

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      data: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const parts = values.only === undefined ? Object.keys(PARTS) : values.only.split(',');
  const unknown = parts.find((name) => !PARTS[name]);
  if (unknown !== undefined) {
    throw new Error(`There is no benchmark ${unknown}. There are: ${Object.keys(PARTS).join(', ')}`);
  }
  const options: BenchOptions = {
    data: values.data ? resolve(values.data) : fileURLToPath(new URL('corpus', import.meta.url)),
    // Not on standard output, which is the result's.
    progress: (line) => process.stderr.write(`${line}\n`),
  };
  const figures: Record<string, number> = {};
  for (const name of parts) Object.assign(figures, rounded((await PARTS[name]?.(options)) ?? {}));
  if (values.json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  else printTable(figures);
}

/** Four digits tell all that such a measurement knows. */
function rounded(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      Number.isInteger(value) ? value : Number(value.toPrecision(4)),
    ]),
  );
}
