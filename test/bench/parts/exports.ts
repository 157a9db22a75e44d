import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '#test/helpers/assembly';
import { type Part, prefixed } from '../figures';

const PROCESS = fileURLToPath(new URL('./exports-process.ts', import.meta.url));
const ROWS = [1_000, 100_000] as const;
const FORMATS = ['csv', 'xlsx', 'pdf'] as const;

/** What it takes to write short and long tables: the memory must not grow with the rows. */
export const exports: Part = async ({ progress }) => {
  const figures: Record<string, number> = {};
  for (const format of FORMATS)
    for (const rows of ROWS) {
      progress(`exports: ${format}, ${rows} rows`);
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--import', 'tsx', PROCESS, format, String(rows)],
        { cwd: ROOT },
      );
      Object.assign(figures, prefixed(`exports.${format}.${rows / 1_000}k`, JSON.parse(stdout)));
    }
  return figures;
};
