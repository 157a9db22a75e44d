import * as z from 'zod';

/** A text of one line, such as a name or a title: cleaned, then as long as it may be. */
export const Line = ({ min = 0, max }: Length) => bounded(Raw(max).overwrite(cleanLine), min, max);

/** A text that may have several lines, such as a message or a description. */
export const Lines = ({ min = 0, max }: Length) => bounded(Raw(max).overwrite(cleanLines), min, max);

/** A text as it is given. What is longer is refused before anything reads it. */
export const Text = (max: number) => z.string().max(max, { abort: true });

/** An address of e-mail. */
export const Email = () => Text(254).check(z.email());

/** A whole address on the web. */
export const WebAddress = (max: number, error?: string) =>
  Text(max).check(z.url({ protocol: /^https?$/, ...(error !== undefined && { error }) }));

/**
 * A text that is cleaned before its length is asked: what white space and composed characters may take of it is
 * allowed for, and no more is read.
 */
export const Raw = (max: number) =>
  z.string().check((context) => {
    const { value, issues } = context;
    if (value.length > max * PARTS + UNSEEN)
      issues.push({
        code: 'too_big',
        origin: 'string',
        maximum: max,
        inclusive: true,
        input: value,
        message: atMost(max),
        continue: false,
      });
  });

/** Code units that make one character where it is written in parts: a Hangul syllable, a Vietnamese vowel. */
const PARTS = 4;
/** Spaces, line ends and marks of direction that are pasted along. */
const UNSEEN = 1_000;

/** A list whose length is looked at before its entries are. */
export function List<ENTRIES extends z.ZodType<unknown[]>>(
  entries: ENTRIES,
  max: number,
): z.ZodType<z.output<ENTRIES>, z.input<ENTRIES>> {
  const short = z.preprocess((value, context) => {
    if (Array.isArray(value) && value.length > max)
      context.addIssue({
        code: 'too_big',
        origin: 'array',
        maximum: max,
        inclusive: true,
        input: value,
        continue: false,
      });
    return value;
  }, entries);
  return short as unknown as z.ZodType<z.output<ENTRIES>, z.input<ENTRIES>>;
}

interface Length {
  /** @default 0 */
  readonly min?: number;
  readonly max: number;
}

function bounded(schema: z.ZodString, min: number, max: number): z.ZodString {
  const tooShort = min === 1 ? 'Please enter something.' : `Please enter at least ${min} characters.`;
  const bounds = schema.max(max, atMost(max));
  return min === 0 ? bounds : bounds.min(min, tooShort);
}

function atMost(max: number): string {
  return `Please enter at most ${max} characters.`;
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
