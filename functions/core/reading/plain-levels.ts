/** How a heading without mark-up is set: alone at the beginning, marked as in Markdown, or otherwise set off. */
export type HeadingStyle =
  | { readonly kind: 'double' | 'single' | 'capitals' | 'plain' }
  /** Set off as others may be. */
  | { readonly kind: 'title'; readonly as: HeadingStyle }
  | { readonly kind: 'marked'; readonly level: number }
  /** `1.2` has a depth of 1. */
  | { readonly kind: 'number'; readonly depth: number };

export interface StyledHeading {
  readonly style: HeadingStyle;
  /** Whether the next heading follows at once. */
  readonly isEmpty: boolean;
}

/** Earlier ones may be above later ones. */
const RANKS = [['double'], ['single', 'capitals'], ['number'], ['plain']] as const;

/**
 * The level of each heading, 1 being the highest. Who writes plain text often sets off each heading as it comes: so
 * one style is below another only where the text shows it, and else both are of the same level.
 */
export function levelsOf(found: readonly StyledHeading[]): number[] {
  const headings = withoutFalseTitle(found.map(asHead));
  const ranks = headings.map(({ style }) => rankOf(style));
  const levels: number[] = [];
  for (const lower of RANKS.keys()) {
    const above = levels.map((level, upper) => level + (isBelow(headings, ranks, { upper, lower }) ? 1 : 0));
    levels.push(Math.max(BELOW_TITLE, ...above));
  }
  return headings.map(({ style }, at) => {
    if (style.kind === 'title') return 1;
    if (style.kind === 'marked') return style.level;
    return (levels[ranks[at] ?? 0] ?? BELOW_TITLE) + (style.kind === 'number' ? style.depth : 0);
  });
}

const BELOW_TITLE = 2;

/** One right above another that is set as it is heads that: else nothing would stand under it. */
function asHead(heading: StyledHeading, at: number, all: readonly StyledHeading[]): StyledHeading {
  const isHead = heading.isEmpty && heading.style.kind === 'plain' && all[at + 1]?.style.kind === 'plain';
  return isHead ? { ...heading, style: { kind: 'capitals' } } : heading;
}

function rankOf({ kind }: HeadingStyle): number {
  return RANKS.findIndex((kinds) => kinds.some((each) => each === kind));
}

/** What is set off as a later heading, and the one right behind it as less, is a heading as that one. */
function withoutFalseTitle(headings: readonly StyledHeading[]): readonly StyledHeading[] {
  const [first, second, ...others] = headings;
  if (first?.style.kind !== 'title' || !second) return headings;
  const { as } = first.style;
  const isOneOfSeveral =
    rankOf(second.style) > rankOf(as) && others.some(({ style }) => style.kind === as.kind);
  return isOneOfSeveral ? [{ ...first, style: as }, second, ...others] : headings;
}

function isBelow(
  headings: readonly StyledHeading[],
  ranks: readonly number[],
  { upper, lower }: { readonly upper: number; readonly lower: number },
): boolean {
  const isUnderlined = upper === 0 && lower === 1 && ranks.includes(upper);
  // The two underlines of Markdown.
  if (isUnderlined && headings.some(({ style }) => style.kind === 'single')) return true;
  const isNumbered = RANKS[lower]?.some((kind) => kind === 'number');
  const uppers = ranks.filter((rank) => rank === upper).length;
  let [since, isUnder] = [0, false];
  for (const [at, rank] of ranks.entries()) {
    if (rank === upper) {
      if (headings[at]?.isEmpty && ranks[at + 1] === lower) return true;
      [since, isUnder] = [0, true];
    }
    if (rank === lower && isUnder) since++;
    // Numbers go on from one section to the next.
    if (since >= SEVERAL && uppers >= SEVERAL && !isNumbered) return true;
  }
  return false;
}

/** So many of the lower under one of the upper, where there are as many of these, are its parts. */
const SEVERAL = 2;
