/**
 * Snowball's R1: what follows the first non-vowel after a vowel, from `from` on. Applied again from its own
 * result it gives R2. The word's length when there is no such region.
 */
export function region(word: string, isVowel: (letter: string) => boolean, from = 0): number {
  for (let i = from + 1; i < word.length; i++) {
    if (!isVowel(word.charAt(i)) && isVowel(word.charAt(i - 1))) return i + 1;
  }
  return word.length;
}

/** The longest of the suffixes that the word ends in, or null. Expects them longest first. */
export function longestSuffix<S extends string>(word: string, suffixes: readonly S[]): S | null {
  for (const suffix of suffixes) if (word.endsWith(suffix)) return suffix;
  return null;
}
