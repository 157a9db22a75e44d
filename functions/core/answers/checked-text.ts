export interface CheckedTextOptions {
  /** Numbers that may be cited: from 1 to this. */
  readonly citable: number;
  /** Addresses that the passages hold, as `urlsOf` gives them. */
  readonly knownUrls: ReadonlySet<string>;
}

/**
 * A model's text as it may be shown while it streams in: citations of numbers that were not given are
 * dropped, the others are numbered anew in the order they come, links and images whose address the passages
 * don't hold are reduced to their words. What can't be judged yet, such as an open bracket, is held back.
 */
export class CheckedText {
  /** The text so far that was let through. */
  text = '';
  /** Given numbers in the order of their first citation: the first is shown as [1]. */
  readonly cited: number[] = [];
  readonly #options: CheckedTextOptions;
  #held = '';

  constructor(options: CheckedTextOptions) {
    this.#options = options;
  }

  /** Takes a piece and returns what may be shown of all that was held. */
  push(piece: string): string {
    this.#held += piece;
    const ready = readyLength(this.#held);
    const judged = this.#held.slice(0, ready);
    this.#held = this.#held.slice(ready);
    return this.#let(judged);
  }

  /** No more comes: returns the rest. */
  end(): string {
    const rest = this.#held.trimEnd();
    this.#held = '';
    return this.#let(rest);
  }

  #let(judged: string): string {
    const shown = judged
      .replace(LINK, (_, image: string, label: string, url: string) => {
        if (this.#knows(url)) return `${image}[${label}](${url})`;
        // `[1](https://…)`: what is left is a citation like any other.
        return /^\d+$/.test(label) ? `[${label}]` : label;
      })
      .replace(LINK_DEFINITION, '')
      .replace(BARE_URL, (url: string) => {
        const { length } = /[.,;:!?'"*_~]*$/.exec(url)?.[0] ?? '';
        const address = url.slice(0, url.length - length);
        return this.#knows(address) ? url : `…${url.slice(address.length)}`;
      })
      .replace(CITATION, (whole: string, space: string, list: string) => {
        const numbers = numbersOf(list);
        if (numbers.length === 0) return whole;
        const shown = [...new Set(numbers)].filter(
          (number) => number >= 1 && number <= this.#options.citable,
        );
        return shown.length === 0 ? '' : space + shown.map((number) => `[${this.#shownAs(number)}]`).join('');
      });
    this.text += shown;
    return shown;
  }

  #knows(url: string): boolean {
    return this.#options.knownUrls.has(plainUrl(url));
  }

  #shownAs(number: number): number {
    if (!this.cited.includes(number)) this.cited.push(number);
    return this.cited.indexOf(number) + 1;
  }
}

/** Addresses in passages. A model that writes `https://` before a passage's `www.example.com` made nothing up. */
export function urlsOf(texts: readonly string[]): ReadonlySet<string> {
  const urls = new Set<string>();
  for (const text of texts) {
    for (const [url] of text.matchAll(ADDRESS)) urls.add(plainUrl(url.replace(/[.,;:!?'"*_~]+$/, '')));
  }
  return urls;
}

/** Without what doesn't tell two addresses on the web apart; another scheme stays, and makes another address. */
function plainUrl(url: string): string {
  const plain = url.replace(/^(?:https?:\/\/)?(?:www\.)?/i, '').replace(/\/$/, '');
  const path = plain.search(/[/?#]/);
  return path < 0 ? plain.toLowerCase() : plain.slice(0, path).toLowerCase() + plain.slice(path);
}

const LINK = /(!?)\[([^\]\n]*)\]\(\s*<?([^)\s>]*)>?[^)\n]*\)/g;
const LINK_DEFINITION = /^ {0,3}\[[^\]\n]+\]:\s*\S+.*$/gm;
const ADDRESS =
  /(?:[a-z][a-z0-9+.-]{1,20}:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[:/?#][^\s<>()[\]"“”]*)?/giu;
const BARE_URL = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.)[^\s<>()[\]"“”]+/gi;
/** `[1]`, `[1, 2]`, `[1-3]`, `[passage 2]`, and the brackets some models prefer. */
const CITATION = /([ \t]*)(?:\[|【)((?:passages?|source|quelle)?[ \t]*\d[\d\s,;–-]{0,40})(?:\]|】)/gi;

/** Longest construct that is waited for; a longer one is text. */
const LONGEST = 2_000;

/** Ends of a text that may still become something to judge: where they begin, the text is held back. */
const UNFINISHED = [
  // A bracket that isn't closed, or is and may be followed by an address, with the space before it.
  /[ \t]*!?\[[^\]\n]*(?:\](?:\([^)\n]*)?)?$/,
  /[ \t]*【[^】\n]*$/,
  /(?:^|\n) {0,3}\[[^\]\n]+\]:[^\n]*$/,
  // An address, or what may become one.
  /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.)[^\s<>()[\]"“”]*$/i,
  /\b[a-z][a-z0-9+.-]{0,20}:?\/?$/i,
  // Space may stand before a citation that is dropped; an exclamation mark may begin an image.
  /!$/,
  /\s+$/,
];

function readyLength(text: string): number {
  let ready = text.length;
  for (const pattern of UNFINISHED) {
    const start = pattern.exec(text)?.index ?? text.length;
    if (text.length - start <= LONGEST) ready = Math.min(ready, start);
  }
  return ready;
}

function numbersOf(list: string): number[] {
  const numbers: number[] = [];
  for (const [, from, to] of list.matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)) {
    const first = Number(from);
    // A range of more than a few is no citation of passages.
    const last = Math.min(Number(to ?? from), first + 20);
    for (let number = first; number <= last; number++) numbers.push(number);
  }
  return numbers;
}
