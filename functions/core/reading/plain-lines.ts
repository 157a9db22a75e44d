/** A paragraph of plain text: its lines as they are meant, those that a margin broke joined again. */
export interface Paragraph {
  readonly lines: readonly string[];
  /** What underlines it, where its only line is followed by a line of such signs. */
  readonly underline: string | null;
}

/** Paragraphs stand between empty lines, and between lines of signs, which say nothing else. */
export function paragraphsOf(text: string): Paragraph[] {
  const groups: { lines: string[]; underline: string | null }[] = [{ lines: [], underline: null }];
  for (const line of text.split('\n')) {
    const last = groups.at(-1);
    const rule = RULE.exec(line)?.[1] ?? null;
    if (last && rule === null && line.trim()) last.lines.push(line.trimEnd());
    else if (last && last.lines.length > 0) {
      if (rule && last.lines.length === 1) last.underline = rule;
      groups.push({ lines: [], underline: null });
    }
  }
  const filled = groups.filter(({ lines }) => lines.length > 0);
  const width = marginOf(filled.map(({ lines }) => lines));
  return filled.map(({ lines, underline }) => ({ lines: joined(lines, width), underline }));
}

export function isBullet(line: string): boolean {
  return /^\s*(?:[-*•–·▪]|\p{N}{1,3}[.)])\s/u.test(line);
}

/** A word for what follows on the same line: `Monday: 9–17`. */
export function isLabelled(line: string): boolean {
  return /^[^\s:.!?][^:.!?]{0,40}:\s+\S/u.test(line);
}

const RULE = /^\s*([-=_*~#+—–])(?:\s?\1){2,}\s*$/u;

/** Fewer characters are a line of verse or of a list before they are one that was broken at a margin. */
const LEAST_BROKEN = 30;

/** Narrower margins than this are believed where several lines show them. */
const USUAL_MARGIN = 60;
const SEVERAL = 3;

/**
 * Characters that the text's lines were broken at, by the lines that surely go on, since the next begins small;
 * infinite where none does, as editors write that leave the breaking to the window.
 */
function marginOf(paragraphs: readonly (readonly string[])[]): number {
  const broken = paragraphs
    .flatMap((lines) => lines.filter((line, at) => isSurelyBroken(line, lines[at + 1])))
    .map((line) => line.length)
    .sort((a, b) => a - b);
  const most = broken[Math.floor(0.9 * (broken.length - 1))];
  if (most === undefined) return Number.POSITIVE_INFINITY;
  return broken.length < SEVERAL ? Math.max(most, USUAL_MARGIN) : most;
}

function isSurelyBroken(line: string, next: string | undefined): boolean {
  return next !== undefined && line.length >= LEAST_BROKEN && beginsSmall(next) && !ENDS_SENTENCE.test(line);
}

function joined(lines: readonly string[], width: number): string[] {
  const groups: string[][] = [];
  for (const [at, line] of lines.entries()) {
    const group = groups.at(-1);
    const previous = lines[at - 1];
    if (group && previous !== undefined && goesOn(group, previous, line, width)) group.push(line);
    else groups.push([line]);
  }
  // With their ends still, for who joins the words that these divided.
  return groups.map((group) => group.join('\n'));
}

/** Whether a line was broken at the margin, so that the next one only goes on with it. */
function goesOn(group: readonly string[], line: string, next: string, width: number): boolean {
  if (isBullet(next)) return false;
  const [first = ''] = group;
  if (isBullet(first) && indentOf(next) > indentOf(first)) return true;
  if (line.endsWith(':') || (isLabelled(first) && isLabelled(next))) return false;
  if (/\p{L}[-\u2010\u00ad]$/u.test(line) || ASKS_FOR_MORE.test(line)) return true;
  if (beginsSmall(next) && line.length >= Math.min(LEAST_BROKEN, width / 2)) return true;
  const [word = ''] = next.trim().split(/\s/, 1);
  return line.length + 1 + word.length > width && line.length <= width * 1.2;
}

/** A comma, an article or a conjunction is no end. */
const ASKS_FOR_MORE =
  /,$|(?:^|\s)(?:the|an?|and|or|of|for|with|der|die|das|de[mns]|eine?[mnrs]?|und|oder|mit|für|vo[mn]|zu[mr]|beim?)$/iu;

const ENDS_SENTENCE = /[.!?…:;]["'”’»«“)\]]*$/u;

function beginsSmall(line: string): boolean {
  return /^\s*[("'„“»]?\p{Ll}/u.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
