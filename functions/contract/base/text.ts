import * as z from 'zod';
import { cleanLine, cleanLines, type Length } from './clean';
import { EMAIL } from './email';

/** A text of one line, such as a name or a title: cleaned, then as long as it may be. */
export const Line = ({ min = 0, max }: Length) => bounded(Raw(max).overwrite(cleanLine), min, max);

/** A text that may have several lines, such as a message or a description. */
export const Lines = ({ min = 0, max }: Length) => bounded(Raw(max).overwrite(cleanLines), min, max);

/** A text as it is given. What is longer is refused before anything reads it. */
export const Text = (max: number) => z.string().max(max, { abort: true });

/** An address of e-mail. */
export const Email = () => Text(EMAIL.max).check(z.email({ pattern: EMAIL.pattern }));

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

function bounded(schema: z.ZodString, min: number, max: number): z.ZodString {
  const tooShort = min === 1 ? 'Please enter something.' : `Please enter at least ${min} characters.`;
  const bounds = schema.max(max, atMost(max));
  return min === 0 ? bounds : bounds.min(min, tooShort);
}

function atMost(max: number): string {
  return `Please enter at most ${max} characters.`;
}
