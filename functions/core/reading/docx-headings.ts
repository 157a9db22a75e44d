import type { DocxParagraph } from './docx-body';
import type { DocxStyles } from './docx-styles';
import { isHeadingLike } from './heading-like';

/** A line is set as a heading when it is this much larger than the text around it. */
const RATIO = 1.12;
/** A paragraph of more characters is text, whatever level an editor gave it. */
const LONGEST_STYLED = 300;
/** So many lines alike, with nothing between them, are an address or a notice: none heads the others. */
const LIST = 3;
const LOWEST = 6;

/**
 * The level of each paragraph that is a heading, 1 being the highest: of those that a style or an outline makes one,
 * then of those that look like one. The latter stand below the former.
 */
export function headingLevels(
  paragraphs: readonly DocxParagraph[],
  styles: DocxStyles,
): ReadonlyMap<DocxParagraph, number> {
  const levels = new Map<DocxParagraph, number>();
  const said = paragraphs.filter(({ text, isDirectory }) => text.trim() !== '' && !isDirectory);
  for (const paragraph of said) {
    const level = styledLevel(paragraph, styles);
    if (level !== null) levels.set(paragraph, level);
  }
  const lowest = Math.max(0, ...levels.values());
  const looks = lookOf(said.filter((paragraph) => !levels.has(paragraph) && !isTitle(paragraph, styles)));
  const found = said.filter((paragraph, at) => !levels.has(paragraph) && isHeading(said, at, looks));
  const ranks = [...new Set(found.map((paragraph) => looks.get(paragraph) ?? 0))].sort((a, b) => b - a);
  for (const paragraph of found) {
    const rank = ranks.indexOf(looks.get(paragraph) ?? 0);
    levels.set(paragraph, Math.min(LOWEST, lowest + rank + 1));
  }
  return levels;
}

/** What Word's own style calls the document's title. */
export function isTitle({ styleId }: DocxParagraph, styles: DocxStyles): boolean {
  return styleId !== undefined && styles.of(styleId).names.some((name) => /^(?:title|titel)$/i.test(name));
}

function styledLevel(
  { text, styleId, outline, isInTable }: DocxParagraph,
  styles: DocxStyles,
): number | null {
  if (isInTable) return null;
  const style = styles.of(styleId);
  const named = style.names.map((name) => /^heading ([1-9])$/i.exec(name)?.[1]).find(Boolean);
  if (named) return Math.min(LOWEST, Number(named));
  const level = outline ?? style.outline;
  if (level === undefined || Number.isNaN(level) || level > 8 || text.length > LONGEST_STYLED) return null;
  return Math.min(LOWEST, level + 1);
}

/**
 * How much each paragraph is set off that may be a heading: by its size where that is larger than the text's, else by
 * bold letters, which say nothing where most of the text is bold.
 */
function lookOf(paragraphs: readonly DocxParagraph[]): ReadonlyMap<DocxParagraph, number> {
  const sizes = new Map<number, number>();
  let [bold, all] = [0, 0];
  for (const { text, size, isBold, isInTable } of paragraphs) {
    if (isInTable) continue;
    sizes.set(size, (sizes.get(size) ?? 0) + text.length);
    all += text.length;
    if (isBold) bold += text.length;
  }
  const [body = 0] = [...sizes].sort(([, a], [, b]) => b - a).map(([size]) => size);
  return new Map(
    paragraphs.flatMap((paragraph): [DocxParagraph, number][] => {
      const { text, size, isBold, isInTable, isListItem } = paragraph;
      if (isInTable || isListItem || !isHeadingLike(text.trim())) return [];
      if (size >= body * RATIO) return [[paragraph, size * 2 + (isBold ? 1 : 0)]];
      return isBold && bold * 2 <= all ? [[paragraph, 1]] : [];
    }),
  );
}

/** Whether it heads something: what follows is no end of the text, and no more lines that look the same. */
function isHeading(
  said: readonly DocxParagraph[],
  at: number,
  looks: ReadonlyMap<DocxParagraph, number>,
): boolean {
  const paragraph = said[at];
  const look = paragraph && looks.get(paragraph);
  if (look === undefined) return false;
  const isAlike = (other: DocxParagraph | undefined) => other !== undefined && looks.get(other) === look;
  let [start, end] = [at, at + 1];
  while (isAlike(said[start - 1]) && at - start < LIST) start--;
  while (isAlike(said[end]) && end - at <= LIST) end++;
  return end < said.length && end - start < LIST;
}
