import * as z from 'zod';

/** A text of one line, such as a name or a title: cleaned, then as long as it may be. */
export const Line = ({ min = 0, max }: Length) => bounded(z.string().overwrite(cleanLine), min, max);

/** A text that may have several lines, such as a message or a description. */
export const Lines = ({ min = 0, max }: Length) => bounded(z.string().overwrite(cleanLines), min, max);

interface Length {
  /** @default 0 */
  readonly min?: number;
  readonly max: number;
}

function bounded(schema: z.ZodString, min: number, max: number): z.ZodString {
  const tooShort = min === 1 ? 'Please enter something.' : `Please enter at least ${min} characters.`;
  const bounds = schema.max(max, `Please enter at most ${max} characters.`);
  return min === 0 ? bounds : bounds.min(min, tooShort);
}

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
  const composed = text.normalize('NFC').replaceAll('\u0085', '\n');
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
