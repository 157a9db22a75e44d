/**
 * The answer of a question-answer pair is given as its author typed it: whole, in Markdown, which the chat shows. Only
 * the number of its source is added.
 */
export function withCitation(markdown: string, number: number): string {
  const text = markdown.trimEnd();
  const last = text.slice(text.lastIndexOf('\n') + 1);
  // Behind a fence, a row or a rule the number would belong to it; behind a code block it would be code.
  return STANDS_ALONE.test(last) ? `${text}\n\n[${number}]` : `${text} [${number}]`;
}

const STANDS_ALONE = /^\s*(?:```|~~~|\|.*\||[-*_]{3,}\s*$)/;

/** As plain text, a line for each item and row. */
export function withoutMarkdown(text: string): string {
  return text
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/^\s*(?:```|~~~).*$/gm, '')
    .replace(/^(?=.*---)[ \t|:-]+$/gm, '')
    .replace(/^\s*#{1,6}\s+/gm, '')
    .replace(EMPTY_HEAD, '')
    .replace(/^\s*\|(.*)\|\s*$/gm, '$1')
    .replace(/\[([^\]\n]+)\]\([^()\s]+\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** Of a table without names of columns. */
const EMPTY_HEAD = /^[ \t]*\|[ \t|]*$/gm;
