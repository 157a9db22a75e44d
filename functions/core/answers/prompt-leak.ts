import { fold } from '#core/text/analysis';

/**
 * Stops a model that repeats its system prompt. Text passes as it comes. Text that may be the beginning of a leak is
 * held back until it turns out to be none. Letters alone are compared, so that spaces, line breaks, emphasis,
 * invisible characters and look-alikes between them hide nothing. Reversed, rotated and encoded prompts are found as
 * well. A translated prompt is not: the check of an answer against its passages finds that.
 */
export class PromptLeakGuard {
  /** Once true, no more comes out. */
  leaks = false;
  readonly #known: ReadonlySet<string>;
  #held = '';
  /** Of what is held or was let go: its last letters, and how many of them are in a row that the instructions have. */
  #letters = '';
  #run = 0;
  /** Where in what is held the row begins. */
  #start = 0;
  /** By letter of the row: its place in what is held. */
  #places: number[] = [];

  constructor(instructions: string) {
    this.#known = gramsOf(instructions);
  }

  push(text: string): string {
    if (this.leaks) return '';
    const from = this.#held.length;
    this.#held += text;
    let at = from;
    for (const character of text) {
      for (const letter of plain(character)) this.#take(letter, at);
      at += character.length;
    }
    if (this.leaks) return '';
    const ready = this.#run >= GRAM ? this.#start : this.#held.length;
    const passed = this.#held.slice(0, ready);
    this.#held = this.#held.slice(ready);
    this.#start -= ready;
    this.#places = this.#places.map((place) => Math.max(0, place - ready));
    return passed;
  }

  end(): string {
    const rest = this.leaks ? '' : this.#held;
    this.#held = '';
    return rest;
  }

  #take(letter: string, at: number): void {
    this.#letters = (this.#letters + letter).slice(-GRAM);
    this.#places = [...this.#places, at].slice(-GRAM);
    if (this.#letters.length < GRAM || !this.#known.has(this.#letters)) {
      this.#run = 0;
      return;
    }
    if (this.#run === 0) {
      this.#run = GRAM;
      this.#start = this.#places[0] ?? at;
    } else this.#run++;
    if (this.#run >= LEAK_LENGTH) this.leaks = true;
  }
}

/** Letters in a row that count as a leak: six or seven words of the instructions. */
const LEAK_LENGTH = 32;
/** Letters that are compared at once; a row of fewer is in every text. */
const GRAM = 8;

const known = new Map<string, ReadonlySet<string>>();

/** Of all that the instructions may be made into; computed once for each text, of which there are two. */
function gramsOf(instructions: string): ReadonlySet<string> {
  const before = known.get(instructions);
  if (before) return before;
  const letters = plain(instructions);
  const bytes = Buffer.from(instructions);
  const forms = [
    letters,
    [...letters].reverse().join(''),
    plain(instructions.split(/\s+/).reverse().join('')),
    ...Array.from({ length: 25 }, (_, shift) => rotated(letters, shift + 1)),
    // Whichever byte an encoding begins at.
    ...[0, 1, 2].map((first) => plain(bytes.subarray(first).toString('base64'))),
    plain(bytes.toString('hex')),
  ];
  const grams = new Set<string>();
  for (const form of forms) {
    for (let at = 0; at + GRAM <= form.length; at++) grams.add(form.slice(at, at + GRAM));
  }
  known.set(instructions, grams);
  return grams;
}

/** Letters alone, those that look alike as one. */
function plain(text: string): string {
  return fold(text.normalize('NFKC').toLowerCase())
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[0134578аеорсухіјѕοαειν]/gu, (letter) => LOOK_ALIKES[letter] ?? letter);
}

/** Digits, Cyrillic and Greek letters that are read as Latin ones. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ο: 'o',
  α: 'a',
  ε: 'e',
  ι: 'i',
  ν: 'v',
};

function rotated(letters: string, shift: number): string {
  return letters.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + shift) % 26)),
  );
}
