import type { FileReport } from './report';

/** Files, not tests: where each test goes on from the one before, one that is late fails all after it. */
export const MOST_LATE_FILES = 8;

export interface Judgement {
  /** Each file as it is to be counted. */
  readonly files: readonly FileReport[];
  /** `FILE: TEST` of what failed in the crowd and passed alone. */
  readonly late: readonly string[];
  /** Why there was no second run, or why what passed in it does not count. */
  readonly refused: string | null;
}

/**
 * What failed in the crowd is judged alone: a busy machine makes late, not wrong. Where more files fail than
 * `MOST_LATE_FILES`, something is wrong whatever a second run says, so there is none.
 *
 * @param crowd what a run of everything reported
 * @param alone runs one file with nothing beside it
 */
export async function judge(
  crowd: readonly FileReport[],
  alone: (file: string) => Promise<FileReport>,
): Promise<Judgement> {
  const suspects = crowd.filter(({ failed }) => failed.length > 0);
  if (suspects.length > MOST_LATE_FILES)
    return {
      files: crowd,
      late: [],
      refused: `${suspects.length} files failed, more than ${MOST_LATE_FILES}: none was tried alone`,
    };
  const again = new Map<string, FileReport>();
  for (const { file } of suspects) again.set(file, await alone(file));
  return {
    files: crowd.map((report) => again.get(report.file) ?? report),
    late: suspects.flatMap((first) => lateIn(first, again.get(first.file))),
    refused: null,
  };
}

function lateIn(first: FileReport, second: FileReport | undefined): string[] {
  const stillFailing = new Set(second?.failed.map(({ test }) => test));
  return first.failed
    .filter(({ test }) => !stillFailing.has(test))
    .map(({ test }) => (test === null ? first.file : `${first.file}: ${test}`));
}
