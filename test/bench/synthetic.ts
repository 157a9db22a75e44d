import type { Passage } from '#core/retrieval/passage';
import { LEXICONS } from '#core/text/lexicon/lexicons';

/**
 * Text as long and as repetitive as a real one, made up the same in each run: words by Zipf's law, the most
 * frequent of them real stop words, the others of syllables, so that 4-grams repeat among words too.
 */
export class SyntheticText {
  readonly #words: readonly string[];
  /** Sum of the frequencies of the words up to each. */
  readonly #sums: Float64Array;
  #state: number;

  constructor(seed: number, vocabulary = 60_000) {
    this.#state = seed;
    const stopWords = [...LEXICONS.en.stopWords].slice(0, 120);
    const words = new Set(stopWords);
    while (words.size < vocabulary) words.add(this.#newWord());
    this.#words = [...words];
    this.#sums = new Float64Array(vocabulary);
    let sum = 0;
    for (let rank = 0; rank < vocabulary; rank++) {
      sum += 1 / (rank + 2.7);
      this.#sums[rank] = sum;
    }
  }

  passage(): Passage {
    const text = this.#sentences(60 + this.#below(41));
    return { text, heading: this.#run(3), page: 1, start: 0, end: text.length };
  }

  /** A question about a passage: a few of its words that follow each other, and one that may stand anywhere. */
  question(passage: Passage): string {
    const words = passage.text.split(' ');
    const start = this.#below(Math.max(1, words.length - 9));
    return `${words.slice(start, start + 5 + this.#below(5)).join(' ')} ${this.#word()}?`;
  }

  #sentences(length: number): string {
    const sentences: string[] = [];
    for (let left = length; left > 0; ) {
      const words = Math.min(left, 8 + this.#below(14));
      const run = this.#run(words);
      sentences.push(`${run.charAt(0).toUpperCase()}${run.slice(1)}.`);
      left -= words;
    }
    return sentences.join(' ');
  }

  #run(length: number): string {
    return Array.from({ length }, () => this.#word()).join(' ');
  }

  #word(): string {
    const wanted = this.#uniform() * (this.#sums.at(-1) ?? 0);
    let [low, high] = [0, this.#sums.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return this.#words[low] ?? '';
  }

  #newWord(): string {
    const syllables = 1 + this.#below(2) + this.#below(3);
    return Array.from({ length: syllables }, () => ONSETS[this.#below(ONSETS.length)] + this.#rime()).join(
      '',
    );
  }

  #rime(): string {
    return `${NUCLEI[this.#below(NUCLEI.length)]}${CODAS[this.#below(CODAS.length)]}`;
  }

  #below(limit: number): number {
    return Math.floor(this.#uniform() * limit);
  }

  #uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

const ONSETS = [
  '',
  'b',
  'br',
  'd',
  'f',
  'fl',
  'g',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pr',
  'r',
  's',
  'sch',
  'st',
  't',
  'tr',
  'v',
  'w',
  'z',
];
const NUCLEI = ['a', 'e', 'i', 'o', 'u', 'ä', 'ei', 'ie', 'au', 'ö'];
const CODAS = ['', '', 'n', 'r', 'l', 's', 't', 'ng', 'ck', 'nd', 'rt', 'st'];
