import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command';
import type { Phase } from './plan';
import { excerpt, type FileReport, readReport } from './report';

export interface VitestRun {
  readonly files: readonly FileReport[];
  /** What failed outside of every test: an error between them, or a set-up that could not be taken down. */
  readonly outside: string | null;
}

/** Runs vitest once and reads what it reported; `folder` holds its reports, under `name`. */
export async function runVitest(
  folder: string,
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<VitestRun> {
  const report = join(folder, `${name}.json`);
  const errors = join(folder, `${name}.errors`);
  const { code } = await runCommand(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=test/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--reporter=./test/run/unowned-errors.ts',
      ...args,
    ],
    { output: 'inherit', env: { ...env, UNOWNED_ERRORS: errors } },
  );
  const files = readReport(report);
  return { files, outside: outsideOfTests(code, files, textOf(errors)) };
}

/** Runs one file with nothing beside it. What fails outside of its tests is the file's own then. */
export async function runAlone(folder: string, file: string, env: Phase['env']): Promise<FileReport> {
  console.log(`\n— once more, alone: ${file} —\n`);
  const { files, outside } = await runVitest(folder, file.replaceAll('/', '_'), [file], env);
  const report = files.find((found) => found.file === file);
  return {
    file,
    passed: report?.passed ?? [],
    failed: [...(report?.failed ?? []), ...(outside === null ? [] : [{ test: null, message: outside }])],
  };
}

function outsideOfTests(code: number, files: readonly FileReport[], unowned: string): string | null {
  if (unowned !== '') return excerpt(unowned);
  const isOwned = code === 0 || files.some(({ failed }) => failed.length > 0);
  return isOwned ? null : 'failed outside of its tests, see above';
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
