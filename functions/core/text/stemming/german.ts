import { longestSuffix, region } from './regions';

/** Snowball's German stemmer for lower-case words; ours for the reason given at the English one. */
export function stemGerman(input: string): string {
  let word = markConsonants(input.replaceAll('ß', 'ss'));
  const first = region(word, isVowel);
  const r2 = region(word, isVowel, first);
  // At least three letters stand before R1, or short words would lose all of themselves. R2 is not moved.
  const r1 = Math.max(first, 3);
  if (word.length >= 3) word = derivation(comparison(inflection(word, r1), r1), r1, r2);
  return word.toLowerCase().replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u');
}

/** A word, and of an infinitive the forms that its stem is not found in: `holt ab` aside, `abholt`, `abgeholt`, `abzuholen`. */
export function inflectedGerman(word: string): readonly string[] {
  const [, prefix = '', stem = ''] = INFINITIVE.exec(word) ?? [];
  if (stem === '') return [word];
  const link = /[td]$/.test(stem) ? 'e' : '';
  const finite = `${prefix}${stem}${link}t`;
  const participle = INSEPARABLE.test(stem) ? finite : `${prefix}ge${stem}${link}t`;
  return [
    ...new Set([word, finite, participle, ...(prefix ? [`${prefix}zu${word.slice(prefix.length)}`] : [])]),
  ];
}

const INFINITIVE =
  /^(ab|an|auf|aus|bei|dar|ein|fest|frei|her|heraus|herunter|hin|hinzu|hoch|los|mit|nach|statt|teil|um|vor|vorbei|weg|weiter|wieder|zu|zurück|zusammen)?(\p{Ll}{2,}?)e?n$/u;
const INSEPARABLE = /^(?:be|ver|er|ent|zer|ge|miss|über|unter|hinter|wider)\p{L}{3}|ier$/u;

function isVowel(letter: string): boolean {
  return letter !== '' && 'aeiouyäöü'.includes(letter);
}

/** `u` and `y` between vowels are consonants: written in upper case, they are no vowels below. */
function markConsonants(input: string): string {
  if (!/[aeiouyäöü][uy][aeiouyäöü]/.test(input)) return input;
  let word = input.charAt(0);
  for (let i = 1; i < input.length; i++) {
    const letter = input.charAt(i);
    const between = isVowel(word.charAt(i - 1)) && isVowel(input.charAt(i + 1));
    word += between && (letter === 'u' || letter === 'y') ? letter.toUpperCase() : letter;
  }
  return word;
}

function inflection(word: string, r1: number): string {
  const suffix = longestSuffix(word, ['ern', 'em', 'er', 'en', 'es', 'e', 's']);
  if (suffix === null) return word;
  const start = word.length - suffix.length;
  if (start < r1) return word;
  const stem = word.slice(0, start);
  if (suffix === 's') return endsInOneOf(stem, 'bdfghklmnrt') ? stem : word;
  const plain = suffix === 'e' || suffix === 'en' || suffix === 'es';
  return plain && stem.endsWith('niss') ? stem.slice(0, -1) : stem;
}

function comparison(word: string, r1: number): string {
  const suffix = longestSuffix(word, ['est', 'en', 'er', 'st']);
  if (suffix === null) return word;
  const start = word.length - suffix.length;
  if (start < r1) return word;
  const stem = word.slice(0, start);
  if (suffix !== 'st') return stem;
  return stem.length > 3 && endsInOneOf(stem, 'bdfghklmnt') ? stem : word;
}

function derivation(word: string, r1: number, r2: number): string {
  const suffix = longestSuffix(word, ['isch', 'lich', 'heit', 'keit', 'end', 'ung', 'ig', 'ik']);
  if (suffix === null) return word;
  const start = word.length - suffix.length;
  if (start < r2) return word;
  const stem = word.slice(0, start);
  switch (suffix) {
    case 'end':
    case 'ung':
      return stem.endsWith('ig') && stem.length - 2 >= r2 && !stem.endsWith('eig') ? stem.slice(0, -2) : stem;
    case 'ig':
    case 'ik':
    case 'isch':
      return stem.endsWith('e') ? word : stem;
    case 'lich':
    case 'heit':
      return longestSuffix(stem, ['er', 'en']) && stem.length - 2 >= r1 ? stem.slice(0, -2) : stem;
    case 'keit': {
      const inner = longestSuffix(stem, ['lich', 'ig']);
      return inner && stem.length - inner.length >= r2 ? stem.slice(0, -inner.length) : stem;
    }
  }
}

function endsInOneOf(text: string, letters: string): boolean {
  return text !== '' && letters.includes(text.charAt(text.length - 1));
}
