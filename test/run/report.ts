/** What a run of vitest reported, file by file. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface FileReport {
  /** From the root of the repository, with slashes. */
  readonly file: string;
  readonly passed: readonly string[];
  readonly failed: readonly Failure[];
}

export interface Failure {
  /** Null when the file failed outside of its tests: loading it, or in a hook. */
  readonly test: string | null;
  readonly message: string;
}

/** What vitest's JSON reporter writes, as far as it counts here. */
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});
type Report = z.infer<typeof Report>;

/** Empty when vitest ended before it could report: then no kind of test ran, which counts as failed. */
export function readReport(path: string): FileReport[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return Report.parse(JSON.parse(text)).testResults.map(fileReport);
}

function fileReport({ name, status, message, assertionResults }: Report['testResults'][number]): FileReport {
  const failed = assertionResults
    // A test that is left out proves nothing.
    .filter((test) => test.status !== 'passed')
    .map(({ fullName, status, failureMessages: [message = ''] }) => ({
      test: fullName,
      message: `(${status})\n${excerpt(message)}`,
    }));
  return {
    file: relative(ROOT, name).replaceAll('\\', '/'),
    passed: assertionResults.filter((test) => test.status === 'passed').map(({ fullName }) => fullName),
    failed: status === 'failed' && failed.length === 0 ? [{ test: null, message: excerpt(message) }] : failed,
  };
}

/** The first lines: of a long difference the rest is above. */
export function excerpt(message: string): string {
  return message.trim().split('\n').slice(0, 12).join('\n');
}
