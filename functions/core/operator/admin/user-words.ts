/** Longest words that are kept, in characters, and how many of one user. */
const WORD_LENGTH = 64;
const MOST_WORDS = 24;

interface Named {
  readonly email: string;
  readonly fullName: string;
  readonly companyName?: string | undefined;
}

/** By what a user is found: the whole address, its host, the whole name, each word of name and company, and each part of a double name. */
export function wordsOf({ email, fullName, companyName = '' }: Named): readonly string[] {
  const name = searchable(fullName);
  const host = email.slice(email.lastIndexOf('@') + 1);
  const words = [email, host, name, ...partsOf(name), searchable(companyName), ...partsOf(companyName)]
    .map(wordOf)
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** Whole words first: where one person has too many, the halves of double names are left out. */
function partsOf(name: string): readonly string[] {
  return [...name.split(/\s+/), ...name.split(/[\s\p{Pd}]+/u)];
}

/**
 * A text as it is kept and looked up. Never half a character: to the table two words that end in different halves are
 * the same key.
 */
export function wordOf(text: string): string {
  return [...searchable(text)].slice(0, WORD_LENGTH).join('');
}

/** A text as it is compared: without accents, in lower case, with single spaces. `#` ends a word in the index's keys. */
function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[#\s]+/g, ' ')
    .trim();
}
