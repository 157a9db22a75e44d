import { cleanLine } from '#contract/base/clean';

/** The words and phrases of a list that somebody typed. The comma within `6,90` separates none. */
export function expectedWordsOf(typed: string): string[] {
  return typed
    .split(/(?<!\d),|,(?!\d)/)
    .map(cleanLine)
    .filter(Boolean);
}
