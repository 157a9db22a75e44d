import { EDGE, endsSentence, HEADING_RATIO, type Look, NUMBERED, setOffHeading } from './pdf-headings';
import type { Line } from './pdf-lines';

const HEADING_MAX_CHARACTERS = 160;
const BULLET = /^(?:[•◦▪‣●○■–—*-]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+/;

export interface Group {
  /** A field is a line with a gap in it, as a form's or a table of contents' entry: it stands for itself. */
  readonly kind: 'heading' | 'paragraph' | 'list' | 'field';
  readonly lines: Line[];
}

/** Lines that belong together: a paragraph's, a heading's, a list item's. */
export function groupsOf(lines: readonly Line[], look: Look): Group[] {
  return withKickers(groupLines(lines, look));
}

function groupLines(lines: readonly Line[], look: Look): Group[] {
  const groups: Group[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    const last = groups.at(-1);
    const bold = setOffHeading(lines, i, last?.kind === 'heading', look);
    if (bold) {
      groups.push({ kind: 'heading', lines: bold });
      i += bold.length - 1;
      continue;
    }
    const previous = lines[i - 1];
    const isStretched = last?.kind === 'paragraph' && previous !== undefined && stretches(previous, line);
    const kind = isStretched ? 'paragraph' : kindOf(line, look);
    if (last && previous && continues(last, previous, line, kind)) last.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups;
}

/** A kicker has no more words. */
const KICKER_WORDS = 3;

/** A short line above a larger heading is part of it: `Chapter 1`, or what the document is. */
function withKickers(groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const [kicker, ...more] = joined.at(-1)?.kind === 'heading' ? (joined.at(-1)?.lines ?? []) : [];
    const [first, ...rest] = group.kind === 'heading' ? group.lines : [];
    const isKicker =
      kicker &&
      first &&
      more.length === 0 &&
      kicker.level === undefined &&
      kicker.page === first.page &&
      kicker.size < first.size &&
      kicker.text.split(/\s+/).length <= KICKER_WORDS &&
      !NUMBERED.test(kicker.text);
    if (isKicker)
      joined[joined.length - 1] = {
        ...group,
        lines: [{ ...first, text: `${kicker.text} ${first.text}` }, ...rest],
      };
    else joined.push(group);
  }
  return joined;
}

function kindOf(line: Line, { body }: Look): Group['kind'] {
  if (line.level !== undefined) return 'heading';
  if (line.size >= body * HEADING_RATIO && line.text.length <= HEADING_MAX_CHARACTERS) return 'heading';
  if (line.text.includes('\t') && !BULLET.test(line.text)) return 'field';
  return BULLET.test(line.text) ? 'list' : 'paragraph';
}

/**
 * Whether a line goes on with justified text: between the same edges as the one before, and so few words that each of
 * its spaces is as wide as a column's.
 */
function stretches(previous: Line, line: Line): boolean {
  const end = ({ runs }: Line) => runs.at(-1)?.end ?? 0;
  return (
    line.text.includes('\t') &&
    !line.text.includes(' ') &&
    !endsSentence(previous) &&
    previous.size === line.size &&
    Math.abs(previous.x - line.x) <= EDGE &&
    Math.abs(end(previous) - end(line)) <= EDGE
  );
}

function continues(group: Group, previous: Line, line: Line, kind: Group['kind']): boolean {
  const leading = previous.y - line.y;
  const sameSize = Math.abs(line.size - previous.size) <= 0.6;
  // Higher on the page than the line before: another column.
  if (leading < -line.size * 0.5)
    return group.kind === 'paragraph' && kind === 'paragraph' && !endsSentence(previous);
  const tight = leading <= Math.max(line.size, previous.size) * 1.75;
  // Each bookmark is one of its own, each heading that the file tags, and each that has a number.
  if (group.kind === 'heading')
    return (
      kind === 'heading' &&
      sameSize &&
      tight &&
      (line.tag
        ? line.tag.id === previous.tag?.id
        : previous.level === undefined && line.level === undefined && !NUMBERED.test(line.text))
    );
  if (kind !== 'paragraph') return false;
  return sameSize && tight && !(group.kind === 'list' && line.x < (group.lines[0]?.x ?? 0) - 1);
}
