export interface Length {
  /** @default 0 */
  readonly min?: number;
  readonly max: number;
}

/** What is wrong with a line's length, called as zod calls it: for forms that load no schemas. */
export function lengthIssue(text: string, { min = 0, max }: Length): 'too_small' | 'too_big' | undefined {
  const { length } = cleanLine(text);
  if (length > max) return 'too_big';
  return length < min ? 'too_small' : undefined;
}

/**
 * Runs of more combining marks than any language writes are parted by a joiner that isn't seen, as Unicode's Stream-Safe
 * Text Format has it (UAX #15): marks are put in order by normalisation, which takes the square of a run's length.
 */
export function streamSafe(text: string): string {
  return text.replace(LONG_RUN, '$&\u034f');
}

/** Thirty marks before another one; the half-width voiced marks are none until they are normalised. */
const LONG_RUN = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){30}(?=[\p{M}\uff9e\uff9f])(?!\u034f)/gu;

/** One line as it is meant: characters composed (NFC), nothing invisible, white space single, none at the ends. */
export function cleanLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ').trim();
}

/** Lines as they are meant: the same, but with their line ends and what stands between words. */
export function cleanLines(text: string): string {
  return visible(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\v\f]/g, ' ')
    .trim();
}

/**
 * What is never seen: controls other than white space, marks and overrides of direction (with which a name shows
 * other than it reads: `invoice\u202Efdp.exe`), zero-width characters, halves of surrogate pairs, and tags, in which
 * texts are hidden from people and told to models.
 */
const INVISIBLE =
  /(?!\s)\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu;
/** Flags of England, Scotland and the like are spelt in tags. */
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f}/gu;
const JOINER = /[\u200c\u200d]/;
/** What a joiner may stand between: letters of scripts that are written with them, and emoji. */
const JOINED =
  /^(?:(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{L}\p{M}]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;

function visible(text: string): string {
  const composed = streamSafe(text).normalize('NFC').replaceAll('\u0085', '\n');
  const flags = composed.match(FLAG) ?? [];
  const clean = composed
    .split(FLAG)
    .map((part, index) => part.replace(INVISIBLE, '') + (flags[index] ?? ''))
    .join('');
  return JOINER.test(clean) ? withoutStrayJoiners(clean) : clean;
}

function withoutStrayJoiners(text: string): string {
  const characters = [...text];
  return characters
    .filter((character, index) => {
      if (!JOINER.test(character)) return true;
      return JOINED.test(characters[index - 1] ?? '') && JOINED.test(characters[index + 1] ?? '');
    })
    .join('');
}
