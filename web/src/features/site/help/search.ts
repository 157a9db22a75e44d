import { buildSegment } from '#core/retrieval/build';
import { excerptOf, type MarkedText } from '#core/retrieval/marks';
import type { Passage } from '#core/retrieval/passage';
import { search } from '#core/retrieval/search';
import { openSegment } from '#core/retrieval/segment';
import { searchWords } from '#core/retrieval/word-search';
import type { LanguageCode } from '#i18n/languages';
import { type Article, type Part, partsOf } from './article';
import type { Library } from './library';

/** An article that was found, by the part of it that speaks to what was searched. */
export interface HelpHit {
  readonly article: Article;
  readonly heading: string | null;
  readonly anchor: string | null;
  readonly excerpt: MarkedText;
}

export type HelpSearch = (searched: string) => HelpHit[];

const MOST_HITS = 8;
/** Of what was asked, so much must stand in a part that has not all of its words. */
const LEAST_COVERAGE = 0.4;

/**
 * Searches the articles with the index that bots answer from: first for parts in which all words stand, as whole words
 * or as their beginnings, then for those that speak to a question in other words.
 */
export function createHelpSearch(library: Library, language: LanguageCode): HelpSearch {
  const articles = new Map(library.map((article) => [article.id, article]));
  const sources = library.map((article) => ({
    segment: openSegment(
      buildSegment({
        documentId: article.id,
        title: article.title,
        language,
        passages: passagesOf(article),
      }),
    ),
  }));
  return (searched) => {
    const hits = new Map<string, HelpHit>();
    const add = (id: string, heading: string | null, excerpt: MarkedText) => {
      const article = articles.get(id);
      if (!article || hits.has(id) || hits.size === MOST_HITS) return;
      const part = partsOf(article).find((each) => each.heading !== null && each.heading === heading);
      hits.set(id, {
        article,
        heading: part?.heading ?? null,
        anchor: part?.anchor ?? null,
        // What is searched of the whole article holds keywords, which nobody reads.
        excerpt: heading === article.title ? { text: article.summary, marks: [] } : excerpt,
      });
    };
    const options = { documents: MOST_HITS, passages: 2, language };
    for (const { documentId, passages } of searchWords(sources, searched, options).documents) {
      const [best, second] = passages;
      if (!best) continue;
      const isWhole = best.heading?.text === articles.get(documentId)?.title;
      // By its title an article is meant as a whole; by a keyword alone the part that speaks of it says more.
      const shown = isWhole && best.heading?.marks.length === 0 ? (second ?? best) : best;
      add(documentId, shown.heading?.text ?? null, shown.excerpt);
    }
    for (const { documentId, passage, coverage } of search(sources, searched, {
      limit: 4 * MOST_HITS,
      language,
    }))
      if (coverage >= LEAST_COVERAGE) add(documentId, passage.heading, excerptOf(passage.text, []));
    return [...hits.values()];
  };
}

/** What is searched of an article: by what it is called and looked for, then part by part. */
function passagesOf(article: Article): Passage[] {
  const first: Part = {
    heading: article.title,
    anchor: null,
    text: [article.summary, article.keywords.join(', ')].join('\n'),
  };
  return [first, ...partsOf(article)].map(({ heading, text }) => ({
    heading,
    text,
    page: null,
    start: 0,
    end: text.length,
  }));
}
