// Not libphonenumber-js (188 kB): it reads 18 of our 26 test numbers, and no part of a number (`4711` in `0221 4711-0`).
const SPACE = String.raw`[^\S\n]?`;
const NEXT_DIGIT = String.raw`(?:${SPACE}[-–/()]?${SPACE}\d|${SPACE}\(0\))`;
/** With a `+`, with a code that begins with 0, or as in North America. In brackets, so that a text is split by it. */
export const TELEPHONE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:+])((?:\+\d|\(?0\d\d)${NEXT_DIGIT}{4,13}|\(?\d{3}\)?[- ]\d{3}[- ]\d{4})(?![\p{L}\p{N}]|[.,:]\d)`,
  'gu',
);
