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
  /** How long what is held has to be before it is judged again. */
  #enough = 0;

  constructor(options: CheckedTextOptions) {
    this.#options = options;
  }

  /** Takes a piece and returns what may be shown of all that was held. */
  push(piece: string): string {
    this.#held += piece;
    if (this.#held.length < this.#enough) return '';
    const shown = this.#let(readyLength(this.#held));
    this.#enough = this.#held.length * (1 + LEAST_GROWTH);
    return shown;
  }

  /** No more comes: returns the rest. */
  end(): string {
    this.#held = this.#held.trimEnd();
    return this.#let(this.#held.length);
  }

  #let(length: number): string {
    const judged = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    const before = this.text.at(-1) ?? '';
    const apart = this.#judge(judged, before, this.#held.charAt(0)).replace(SEVERAL_APART, APART);
    const shown = before === APART && apart.startsWith(APART) ? apart.slice(APART.length) : apart;
    this.text += shown;
    return shown;
  }

  /** `before` and `after` are what the text stands between. */
  #judge(text: string, before: string, after: string): string {
    return text.replace(JUDGED, (whole: string, ...rest: unknown[]) => {
      const found = groupsOf(rest);
      if (found.definition !== undefined) return '';
      const at = Number(rest.at(-3));
      const next = text.charAt(at + whole.length) || after;
      if (found.target === undefined && found.list === undefined) return this.#address(whole, next);
      if (found.list !== undefined) return this.#citation(whole, found.space ?? '', found.list, next);
      if (this.#knows(found.target ?? '')) return `${found.image}[${found.label}](${found.target})`;
      const last = text.charAt(at - 1) || before;
      return unlessSpace(last) + this.#judge(found.label ?? '', APART, APART) + unlessSpace(next);
    });
  }

  #address(url: string, next: string): string {
    const end = /[.,;:!?'"*_~]*$/.exec(url)?.[0] ?? '';
    // A known address that ends where brackets begin has what is in them behind it: `https://example.com(new)`.
    const bracket = url.indexOf('(');
    const bare = bracket < 0 ? '' : url.slice(0, bracket);
    if (!this.#knows(url.slice(0, url.length - end.length)))
      return bare && this.#knows(bare)
        ? bare + APART + this.#judge(url.slice(bracket), APART, next) + unlessSpace(next)
        : `…${end}`;
    // Who makes links of addresses may read on: `https://example.com!@evil.example` leads to evil.example.
    return url + unlessSpace(next);
  }

  #citation(whole: string, space: string, list: string, next: string): string {
    const numbers = numbersOf(list);
    if (numbers.length === 0) return whole;
    const given = [...new Set(numbers)].filter((number) => number >= 1 && number <= this.#options.citable);
    // The space before it goes too, unless a word follows.
    if (given.length === 0) return space && /[\p{L}\p{N}]/u.test(next) ? space : unlessSpace(next);
    return space + given.map((number) => `[${this.#shownAs(number)}]`).join('');
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
    for (const pattern of ADDRESSES) {
      for (const [url] of text.matchAll(pattern)) urls.add(plainUrl(url.replace(/[.,;:!?'"*_~`]+$/, '')));
    }
  }
  return urls;
}

/** Without what doesn't tell two addresses on the web apart; another scheme stays, and makes another address. */
function plainUrl(url: string): string {
  const plain = url.replace(/^(?:https?:\/\/)?(?:www\.)?/i, '').replace(/\/$/, '');
  const path = plain.search(/[/?#]/);
  return path < 0 ? plain.toLowerCase() : plain.slice(0, path).toLowerCase() + plain.slice(path);
}

/** What an address may go on with: brackets only in pairs, as in `/buchen_(neu)`. */
const REST = withPairs('[^\\s<>()[\\]"“”]*');

function withPairs(rest: string): string {
  return `${rest}(?:\\(${rest}\\)${rest})*`;
}

/**
 * A host with a dot, and what a dot doesn't show: whatever has a scheme (`http://printer/`), numbers of a host, a name
 * with a port or a path (`localhost:631`, `intranet/`).
 */
const ADDRESSES = [
  new RegExp(
    `(?<![\\p{L}\\p{N}.-])(?:[a-z][a-z0-9+.-]{1,20}://)?(?:[\\p{L}\\p{N}-]+\\.)+\\p{L}{2,}(?:[:/?#]${REST})?`,
    'giu',
  ),
  new RegExp(`(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}://${REST}`, 'giu'),
  new RegExp(`(?<![\\p{L}\\p{N}.-])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\p{L}\\p{N}-])(?:[:/?#]${REST})?`, 'giu'),
  new RegExp(
    `(?<![\\p{L}\\p{N}./:@-])\\p{L}[\\p{L}\\p{N}-]{0,62}(?::\\d{2,5}(?!\\d)|(?=/))(?:[/?#]${REST})?`,
    'giu',
  ),
];

/** Whatever stands on either side, a scheme makes an address; so does `www.` before a letter. */
const BARE_REST = withPairs('[^\\s!<>()[\\]"“”]*');
const BARE_URL = String.raw`(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.(?=[\p{L}\p{N}]))${BARE_REST}`;

/** A link or an image, the definition of a link, an address, or a citation: `[1]`, `[1, 2]`, `[passage 2]`, `【1】`, `[1](…)`. */
const JUDGED = new RegExp(
  [
    // The target ends where it must: tried with each of its beginnings, one that is never closed would take seconds.
    String.raw`(?<image>!?)\[(?<label>[^[\]\n]*)\]\([ \t]*(?![ \t])<?(?<target>[^)\s>]*)(?=[)\s>])>?[^)\n]*\)`,
    String.raw`^ {0,3}(?<definition>\[[^[\]\n]+\]:[ \t]*\S[^\n]*)$`,
    BARE_URL,
    String.raw`(?<![ \t])(?<space>[ \t]*)[[【［](?<list>(?:[\^#]|(?:passages?|sources?|quellen?|documents?|dokumente?|ref|nr|no)\b\.?)?[ \t]*[\d０-９][\d０-９\s,;–-]{0,40})(?:†[^\]】］\n]{0,80})?[\]】］](?:\([^)\n]*\))?`,
  ].join('|'),
  'gimu',
);

/**
 * Stands unseen where something was taken out between two characters, or the two would make what the first
 * pass didn't see: `https:[9]//…` an address, `[[9]2]` a citation. It is a space to regular expressions, so that an
 * address ends there.
 */
const APART = '\ufeff';
const SEVERAL_APART = new RegExp(`${APART}{2,}`, 'g');

/** Beside a space, or at an end, nothing comes together. */
function unlessSpace(neighbour: string): string {
  return /\S/.test(neighbour) ? APART : '';
}

/**
 * By how much of its length grows what is held before it is judged again: judging each word of a long construct anew
 * would take the square of its length. A word that is held is judged with the next piece.
 */
const LEAST_GROWTH = 1 / 16;

/** Longest construct that is waited for; a longer one is text. */
const LONGEST = 2_000;

/** Ends of a text that may still become something to judge: where they begin, the text is held back. */
const UNFINISHED = [
  // A bracket that isn't closed, or is and may be followed by an address, with the space before it.
  /(?<![ \t])[ \t]*!?\[[^\]\n]*(?:\](?:\([^)\n]*)?)?$/,
  /(?<![ \t])[ \t]*[【［][^】］\]\n]*$/,
  /(?:^|\n) {0,3}\[[^\]\n]+\]:[^\n]*$/,
  // An address, or what may become one.
  new RegExp(String.raw`(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.)${BARE_REST}$`, 'i'),
  /[a-z][a-z0-9+.-]{0,20}:?\/?$/i,
  // Space may stand before a citation that is dropped; an exclamation mark may begin an image.
  /!$/,
  /(?<!\s)\s+$/,
];

/** Brackets that an address may go on in. */
const OPEN_PAIR = /^\([^\s!<>()[\]"“”]*$/;

function readyLength(text: string): number {
  let ready = text.length;
  // What was found is no beginning of something else: `[x]([)` holds no open bracket. What comes next may still
  // belong to it where it stands at the end, or before an address in round brackets that isn't complete.
  const open = text.replace(JUDGED, (whole: string, ...rest: unknown[]) => {
    const start = Number(rest.at(-3));
    const after = text.slice(start + whole.length);
    const { list, target, definition } = groupsOf(rest);
    const isAddress = list === undefined && target === undefined && definition === undefined;
    const goesOn = list === undefined ? isAddress && OPEN_PAIR.test(after) : /^\([^)\n]*$/.test(after);
    if (after === '' || goesOn) {
      // `![1](` may become an image.
      ready = Math.min(ready, text.charAt(start - 1) === '!' ? start - 1 : start);
    }
    return '.'.repeat(whole.length);
  });
  for (const pattern of UNFINISHED) {
    const start = pattern.exec(open)?.index ?? text.length;
    if (text.length - start <= LONGEST) ready = Math.min(ready, start);
  }
  return ready;
}

/** Named groups of a match, as `replace` gives them: last, after the text and the place. */
function groupsOf(rest: readonly unknown[]): Readonly<Record<string, string | undefined>> {
  return rest.at(-1) as Readonly<Record<string, string | undefined>>;
}

function numbersOf(list: string): number[] {
  const numbers: number[] = [];
  for (const [, from, to] of list.normalize('NFKC').matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)) {
    const first = Number(from);
    // A range of more than a few is no citation of passages.
    const last = Math.min(Number(to ?? from), first + 20);
    for (let number = first; number <= last; number++) numbers.push(number);
  }
  return numbers;
}
