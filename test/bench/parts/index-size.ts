import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figures, type Part, prefixed } from '../figures';

const SIZES = { '1k': 1_000, '10k': 10_000, '100k': 100_000 } as const;

/**
 * What an index costs to open, to ask and to keep, by passages. Each size in a process of its own that finds
 * the segment on disk, as a cold function finds it in S3, so that nothing is warm and memory is its alone.
 */
export const indexSize: Part = async ({ progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const figures: Record<string, number> = {};
  try {
    for (const [name, passages] of Object.entries(SIZES)) {
      const file = join(folder, name);
      progress(`index: building ${passages.toLocaleString('en')} passages`);
      const built = await inProcess('build', file, passages);
      progress(`index: asking ${passages.toLocaleString('en')} passages`);
      const measured = await inProcess('measure', file, passages);
      Object.assign(figures, prefixed(`index.${name}`, { ...measured, ...built }));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
};

function inProcess(task: 'build' | 'measure', file: string, passages: number): Promise<Figures> {
  const program = fileURLToPath(new URL('index-process.ts', import.meta.url));
  const child = fork(program, [task, file, String(passages)], {
    execArgv: [...process.execArgv, '--expose-gc', '--max-old-space-size=6144'],
  });
  return new Promise((resolve, reject) => {
    let figures: Figures | undefined;
    child.on('message', (message) => {
      figures = message as Figures;
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (figures && code === 0) resolve(figures);
      else reject(new Error(`The process that was to ${task} the index ended with ${code}`));
    });
  });
}
