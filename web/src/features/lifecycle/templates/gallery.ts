import { BotCategory } from '#contract/bots/bot-config';
import { Difficulty, type TemplateSummary } from '#contract/lifecycle/templates';

export const SORTS = ['popular', 'rating', 'quick', 'name'] as const;
export type Sort = (typeof SORTS)[number];

/** What the gallery shows, as its address says. */
export interface GalleryView {
  readonly search: string;
  readonly category: BotCategory | null;
  readonly difficulty: Difficulty | null;
  readonly sort: Sort;
}

export function viewOf(query: URLSearchParams): GalleryView {
  const sort = SORTS.find((one) => one === query.get('sort'));
  return {
    search: query.get('q') ?? '',
    category: BotCategory.options.find((one) => one === query.get('category')) ?? null,
    difficulty: Difficulty.options.find((one) => one === query.get('difficulty')) ?? null,
    sort: sort ?? 'popular',
  };
}

/** The address of a view: what is as ever is left out. */
export function queryOf({ search, category, difficulty, sort }: GalleryView): URLSearchParams {
  return new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(category && { category }),
    ...(difficulty && { difficulty }),
    ...(sort !== 'popular' && { sort }),
  });
}

/** Templates that have every word of the search, in the order that is wanted. */
export function shownIn(
  view: GalleryView,
  templates: readonly TemplateSummary[],
  /** What else a template can be found by. */
  words: (template: TemplateSummary) => string,
): readonly TemplateSummary[] {
  const wanted = folded(view.search).split(/\s+/).filter(Boolean);
  return templates
    .filter(({ category }) => view.category === null || category === view.category)
    .filter(({ difficulty }) => view.difficulty === null || difficulty === view.difficulty)
    .filter((template) => {
      const text = folded(`${template.name} ${template.summary} ${words(template)}`);
      return wanted.every((word) => text.includes(word));
    })
    .sort((one, other) => ORDER[view.sort](one, other) || one.name.localeCompare(other.name));
}

const ORDER: Readonly<Record<Sort, (one: TemplateSummary, other: TemplateSummary) => number>> = {
  popular: (one, other) => other.useCount - one.useCount,
  rating: (one, other) =>
    (other.rating.average ?? 0) - (one.rating.average ?? 0) || other.rating.count - one.rating.count,
  quick: (one, other) => one.setupMinutes - other.setupMinutes,
  name: () => 0,
};

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
