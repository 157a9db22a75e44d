import { newStemmer } from 'snowball-stemmers';

const STEMMERS = [newStemmer('english'), newStemmer('german')];

/** Words that say nothing about a text's subject, English and German. */
const STOP_WORDS = new Set(
  (
    'a about also an and any are as at be been but by can could do does for from had has have how i if in into is ' +
    'it its me my no not of on or our should so than that the their them then there they this to was we were what ' +
    'when where which who why will with would you your ' +
    'aber alle als am an auch auf aus bei bin bis da damit dann das dass dem den der des die dies diese dieser ' +
    'doch du durch ein eine einem einen einer eines er es für gibt habe haben hat ich ihr ihre im ist kann können ' +
    'man mein mit muss nach nicht noch nur oder sein sich sie sind so um und uns unser vom von vor wann warum was ' +
    'welche wenn wer werden wie wieder wir wird wo zu zum zur über'
  ).split(' '),
);

const WORD_WEIGHT = 1;
const STEM_WEIGHT = 1;
/** Shared among the grams of a word, so that a long word does not outweigh its neighbours. */
const GRAM_WEIGHT = 1.6;

/** As an embedding model answers: a vector of each text. */
export async function embedWithFeatures(
  texts: readonly string[],
  dimensions: number,
): Promise<readonly (readonly number[])[]> {
  return texts.map((text) => [...embedText(text, dimensions)]);
}

/**
 * A unit vector of a text: its words, their stems, and pieces of them hashed to dimensions and signs. Texts that
 * share words are near, and by their pieces so are inflections, and a German compound and its parts.
 */
export function embedText(text: string, dimensions: number): Float64Array {
  const counts = new Map<string, number>();
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);

  const vector = new Float64Array(dimensions);
  for (const [word, count] of counts) {
    // A word's tenth time says less than its first; a stop word keeps enough that no text is without direction.
    const weight = (1 + Math.log(count)) * (STOP_WORDS.has(word) ? 0.02 : 1);
    const folded = word.normalize('NFD').replaceAll(/\p{M}/gu, '');
    add(vector, `w:${folded}`, weight * WORD_WEIGHT);
    for (const stem of new Set(STEMMERS.map((stemmer) => stemmer.stem(word)))) {
      add(vector, `s:${stem.normalize('NFD').replaceAll(/\p{M}/gu, '')}`, weight * STEM_WEIGHT);
    }
    const grams = pieces(folded);
    for (const gram of grams) add(vector, `g:${gram}`, (weight * GRAM_WEIGHT) / Math.sqrt(grams.length));
  }
  return unit(vector);
}

/** Runs of five letters, without the word's ends, so that a part of a compound has the compound's pieces. */
function pieces(word: string): string[] {
  if (word.length < 5) return [];
  return Array.from({ length: word.length - 4 }, (_, start) => word.slice(start, start + 5));
}

function add(vector: Float64Array, feature: string, weight: number): void {
  const hash = fnv1a(feature);
  const index = (hash >>> 1) % vector.length;
  vector[index] = (vector[index] ?? 0) + (hash & 1 ? weight : -weight);
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector);
  // A text without a word points somewhere all the same: real models give no zero vectors.
  if (length === 0) {
    vector[0] = 1;
    return vector;
  }
  return vector.map((value) => value / length);
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  // Mixed once more: the lowest bit of FNV alone follows the last character's.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
