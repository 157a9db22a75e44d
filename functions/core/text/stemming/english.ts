import { longestSuffix, region } from './regions';

/**
 * Snowball's English stemmer (Porter 2) for lower-case words without apostrophes. Our own, since the package
 * with all languages weighs 330 kB minified in every function that answers; a test holds it to that package.
 */
export function stemEnglish(input: string): string {
  if (input.length < 3) return input;
  const irregular = IRREGULAR.get(input);
  if (irregular !== undefined) return irregular;

  let word = markConsonantY(input);
  const prefix = protectedPrefix(word);
  const r1 = prefix > 0 ? prefix : region(word, isVowel);
  const r2 = region(word, isVowel, r1);

  word = plural(word);
  if (UNTOUCHED_AFTER_PLURAL.has(word)) return word.toLowerCase();
  word = pastAndGerund(word, r1);
  word = finalY(word);
  word = replaceIn(word, r1, STEP_2);
  word = step3(word, r1, r2);
  word = step4(word, r2);
  return finalE(word, r1, r2).toLowerCase();
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
]);
const UNTOUCHED_AFTER_PLURAL = new Set([
  'inning',
  'outing',
  'canning',
  'herring',
  'earring',
  'proceed',
  'exceed',
  'succeed',
]);

type Rule = readonly [suffix: string, replacement: string, precededBy?: string];
const STEP_2: readonly Rule[] = longestFirst([
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['entli', 'ent'],
  ['izer', 'ize'],
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['alli', 'al'],
  ['fulness', 'ful'],
  ['ousli', 'ous'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['bli', 'ble'],
  ['ogi', 'og', 'l'],
  ['fulli', 'ful'],
  ['lessli', 'less'],
  ['li', '', 'cdeghkmnrt'],
]);
const STEP_3: readonly Rule[] = longestFirst([
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]);
const STEP_4: readonly Rule[] = longestFirst([
  ['al', ''],
  ['ance', ''],
  ['ence', ''],
  ['er', ''],
  ['ic', ''],
  ['able', ''],
  ['ible', ''],
  ['ant', ''],
  ['ement', ''],
  ['ment', ''],
  ['ent', ''],
  ['ism', ''],
  ['ate', ''],
  ['iti', ''],
  ['ous', ''],
  ['ive', ''],
  ['ize', ''],
  ['ion', '', 'st'],
]);
const DOUBLES = ['bb', 'dd', 'ff', 'gg', 'mm', 'nn', 'pp', 'rr', 'tt'] as const;

function isVowel(letter: string): boolean {
  return letter !== '' && 'aeiouy'.includes(letter);
}

/** A `y` that is a consonant, at the beginning or after a vowel, becomes `Y`, which is no vowel. */
function markConsonantY(input: string): string {
  if (!input.includes('y')) return input;
  let word = '';
  for (let i = 0; i < input.length; i++) {
    const letter = input.charAt(i);
    word += letter === 'y' && (i === 0 || isVowel(word.charAt(i - 1))) ? 'Y' : letter;
  }
  return word;
}

/** End of a beginning that would otherwise be overstemmed (`generate`, `general`), or 0. */
function protectedPrefix(word: string): number {
  for (const prefix of ['gener', 'commun', 'arsen']) if (word.startsWith(prefix)) return prefix.length;
  return 0;
}

function plural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (word.endsWith('us') || word.endsWith('ss') || !word.endsWith('s')) return word;
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function pastAndGerund(word: string, r1: number): string {
  const suffix = longestSuffix(word, ['eedly', 'ingly', 'edly', 'eed', 'ing', 'ed']);
  if (suffix === null) return word;
  const start = word.length - suffix.length;
  const stem = word.slice(0, start);
  if (suffix === 'eed' || suffix === 'eedly') return start >= r1 ? `${stem}ee` : word;
  if (!hasVowel(stem)) return word;
  if (longestSuffix(stem, ['at', 'bl', 'iz'])) return `${stem}e`;
  if (longestSuffix(stem, DOUBLES)) return stem.slice(0, -1);
  return r1 >= stem.length && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

function finalY(word: string): string {
  const last = word.charAt(word.length - 1);
  const turns = (last === 'y' || last === 'Y') && word.length > 2 && !isVowel(word.charAt(word.length - 2));
  return turns ? `${word.slice(0, -1)}i` : word;
}

function step3(word: string, r1: number, r2: number): string {
  if (!word.endsWith('ative')) return replaceIn(word, r1, STEP_3);
  return word.length - 5 >= r2 ? word.slice(0, -5) : word;
}

function step4(word: string, r2: number): string {
  return replaceIn(word, r2, STEP_4);
}

function finalE(word: string, r1: number, r2: number): string {
  const start = word.length - 1;
  if (word.endsWith('e')) {
    const stem = word.slice(0, -1);
    return start >= r2 || (start >= r1 && !endsInShortSyllable(stem)) ? stem : word;
  }
  return word.endsWith('ll') && start >= r2 ? word.slice(0, -1) : word;
}

/** Only the longest matching suffix counts: when its condition fails, no shorter one is tried. */
function replaceIn(word: string, from: number, rules: readonly Rule[]): string {
  for (const [suffix, replacement, precededBy] of rules) {
    if (!word.endsWith(suffix)) continue;
    const start = word.length - suffix.length;
    const before = word.charAt(start - 1);
    const holds = start >= from && (!precededBy || (before !== '' && precededBy.includes(before)));
    return holds ? word.slice(0, start) + replacement : word;
  }
  return word;
}

function hasVowel(text: string): boolean {
  for (const letter of text) if (isVowel(letter)) return true;
  return false;
}

/** A vowel between non-vowels, the last not w, x or Y; or a vowel at the beginning before a non-vowel. */
function endsInShortSyllable(text: string): boolean {
  const [a, b, c] = [
    text.charAt(text.length - 3),
    text.charAt(text.length - 2),
    text.charAt(text.length - 1),
  ];
  if (text.length === 2) return isVowel(b) && !isVowel(c);
  return text.length > 2 && !isVowel(a) && isVowel(b) && !isVowel(c) && !'wxY'.includes(c);
}

function longestFirst(rules: readonly Rule[]): readonly Rule[] {
  return rules.toSorted((a, b) => b[0].length - a[0].length);
}
