import { ApiError } from '#lib/api-error';

/** Whether a bot was refused for its name, and whether it is one in the bin that has it; null where it was not. */
export function takenName(error: unknown): 'taken' | 'takenByDeleted' | null {
  if (!(error instanceof ApiError) || error.code !== 'bot.name_taken') return null;
  return error.details.deleted === true ? 'takenByDeleted' : 'taken';
}

/** What is said of each, for `fieldErrorKey`. */
export const TAKEN_NAME_TEXTS = {
  taken: 'errors:bot.name_taken',
  takenByDeleted: 'common:nameOfDeleted',
} as const;
