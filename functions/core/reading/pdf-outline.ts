import type { PdfBookmark } from './pdf-engine';
import type { RuledTable } from './pdf-grids';
import type { Line } from './pdf-lines';

/** The lines of a page, those marked that a bookmark names: of several alike the one that is set largest. */
export function withBookmarks(
  items: readonly (Line | RuledTable)[],
  bookmarks: readonly PdfBookmark[],
): (Line | RuledTable)[] {
  const levels = new Map<Line, number>();
  const lines = items.filter((item): item is Line => !('columns' in item));
  for (const { title, level } of bookmarks) {
    const name = nameOf(title);
    const [line] = lines
      .filter(({ text }) => name !== '' && text.length <= LONGEST && nameOf(text) === name)
      .sort((a, b) => b.size - a.size);
    if (line && !levels.has(line)) levels.set(line, level);
  }
  if (levels.size === 0) return [...items];
  return items.map((item) => {
    const level = levels.get(item as Line);
    return level === undefined ? item : { ...(item as Line), level };
  });
}

/** No title is longer. */
const LONGEST = 300;

/** Its words, without the number that only one of the two may have. */
function nameOf(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKC')
    .replace(
      /^\s*(?:(?:chapter|section|part|kapitel|abschnitt|teil|anhang|appendix)\s+)?\d+(?:\.\d+)*[.):]?\s+/u,
      '',
    )
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
