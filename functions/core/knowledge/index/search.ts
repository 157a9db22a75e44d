import { gramText } from './analysis';
import { type Scores, scoreSegment, statisticsOf, totalOf } from './bm25';
import { indexedText } from './build';
import { Distribution, denseScores, type QuestionVector } from './fusion';
import { detectLanguage } from './language';
import type { Passage, TextLanguage } from './passage';
import { hasPosting } from './postings';
import { prepareQuery, type Query, type WordTerm } from './query';
import { LANGUAGES, type Segment } from './segment';

export interface SearchSource {
  readonly segment: Segment;
  /** Documents of this segment that were deleted: never found, though statistics count them until a merge. */
  readonly removedDocuments?: readonly string[];
  /** Titles that were changed since, by document. */
  readonly titles?: Readonly<Record<string, string>>;
}

export interface SearchOptions {
  readonly limit: number;
  /** Language of the question where its words don't tell. */
  readonly language?: TextLanguage | null;
  /** The question's vector. Passages without one of the same model count as average. */
  readonly vector?: QuestionVector | null;
}

export interface Hit {
  /** Names the passage among all of a bot: `{documentId}#{ordinal}`. */
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly language: TextLanguage | null;
  readonly passage: Passage;
  /** Ranks hits of one question. Between questions only `coverage` compares. */
  readonly score: number;
  readonly fields: FieldScores;
  /**
   * How much of what was asked the passage speaks of, 0 to 1: the share of the question's words that stand in
   * it, weighted by how rare they are. A word that no passage has weighs most.
   */
  readonly coverage: number;
}

/** What each field gave to the score, unweighted. */
export interface FieldScores {
  readonly words: number;
  readonly grams: number;
  readonly pairs: number;
  /** Cosine with the question's vector, or null without vectors. */
  readonly dense: number | null;
}

/** Passages that speak to the question, best first, over all segments of a bot as if they were one. */
export function search(sources: readonly SearchSource[], question: string, options: SearchOptions): Hit[] {
  const segments = sources.map(({ segment }) => segment);
  const statistics = statisticsOf(segments);
  const asked = detectLanguage(question) ?? options.language ?? null;
  const query = prepareQuery(segments, statistics.meta, question, asked);
  const lexical = (source: number) => scoreSegment(segments[source] as Segment, source, query, statistics);
  const best = options.vector
    ? fused(sources, lexical, options.vector, options.limit)
    : ranked(sources, lexical, options.limit);
  return best.map((candidate) => hitOf(sources[candidate.source] as SearchSource, candidate, query));
}

interface Candidate {
  readonly source: number;
  readonly passage: number;
  readonly score: number;
  readonly fields: FieldScores;
}

function ranked(sources: readonly SearchSource[], lexical: (source: number) => Scores, limit: number) {
  const best = new Best(limit, 0);
  for (const [source, live] of sources.map(liveRanges).entries()) {
    const scores = lexical(source);
    for (const { first, end } of live) {
      for (let passage = first; passage < end; passage++) {
        const score = totalOf(scores, passage);
        if (score > best.least) best.add({ source, passage, score, fields: fieldsOf(scores, passage, null) });
      }
    }
  }
  return best.list;
}

/**
 * Adds up how far above the average a passage is by its words and by its meaning. Fusing by rank instead
 * loses up to 20 points of recall: it forgets by how much the first is better than the second.
 */
function fused(
  sources: readonly SearchSource[],
  lexical: (source: number) => Scores,
  vector: QuestionVector,
  limit: number,
) {
  const totals = new Distribution();
  const cosines = new Distribution();
  const parts = sources.map((item, source) => {
    const { words, grams, pairs } = lexical(source);
    const size = item.segment.passageCount;
    const scores = { words: words.slice(0, size), grams: grams.slice(0, size), pairs: pairs.slice(0, size) };
    const dense = denseScores(item.segment, vector);
    const live = liveRanges(item);
    for (const { first, end } of live) {
      for (let passage = first; passage < end; passage++) {
        totals.add(totalOf(scores, passage));
        const cosine = dense?.[passage];
        if (cosine !== undefined && !Number.isNaN(cosine)) cosines.add(cosine);
      }
    }
    return { source, scores, dense, live };
  });
  const best = new Best(limit, Number.NEGATIVE_INFINITY);
  for (const { source, scores, dense, live } of parts) {
    for (const { first, end } of live) {
      for (let passage = first; passage < end; passage++) {
        const found = dense?.[passage] ?? Number.NaN;
        const cosine = Number.isNaN(found) ? null : found;
        const score = totals.z(totalOf(scores, passage)) + (cosine === null ? 0 : cosines.z(cosine));
        if (score > best.least)
          best.add({ source, passage, score, fields: fieldsOf(scores, passage, cosine) });
      }
    }
  }
  return best.list;
}

/** The best so far, in order. Among equals the first that came stays first: order of segments and passages. */
class Best {
  readonly list: Candidate[] = [];
  readonly #limit: number;
  /** A candidate must score more than this. */
  least: number;

  constructor(limit: number, least: number) {
    this.#limit = limit;
    this.least = limit > 0 ? least : Number.POSITIVE_INFINITY;
  }

  add(candidate: Candidate): void {
    let at = this.list.length;
    while (at > 0 && (this.list[at - 1] as Candidate).score < candidate.score) at--;
    this.list.splice(at, 0, candidate);
    if (this.list.length > this.#limit) this.list.pop();
    if (this.list.length === this.#limit) this.least = (this.list.at(-1) as Candidate).score;
  }
}

/** Stretches of passages whose documents are not removed. */
function liveRanges({ segment, removedDocuments = [] }: SearchSource): { first: number; end: number }[] {
  const removed = removedDocuments
    .map((id) => segment.documentIndex(id))
    .filter((index) => index >= 0)
    .map((index) => segment.document(index))
    .sort((a, b) => a.first - b.first);
  const live: { first: number; end: number }[] = [];
  let first = 0;
  for (const document of removed) {
    if (document.first > first) live.push({ first, end: document.first });
    first = Math.max(first, document.end);
  }
  if (first < segment.passageCount) live.push({ first, end: segment.passageCount });
  return live;
}

function fieldsOf(scores: Scores, passage: number, dense: number | null): FieldScores {
  return {
    words: scores.words[passage] ?? 0,
    grams: scores.grams[passage] ?? 0,
    pairs: scores.pairs[passage] ?? 0,
    dense,
  };
}

function hitOf({ segment, titles }: SearchSource, candidate: Candidate, query: Query): Hit {
  const { passage: index, score, fields } = candidate;
  const document = segment.document(segment.documentOf(index));
  return {
    id: `${document.id}#${index - document.first}`,
    documentId: document.id,
    title: titles?.[document.id] ?? document.title,
    language: document.language,
    passage: segment.passage(index),
    score,
    fields,
    coverage: coverageOf(segment, candidate, query.words[LANGUAGES.indexOf(document.language)] ?? []),
  };
}

function coverageOf(segment: Segment, candidate: Candidate, words: readonly WordTerm[]): number {
  let text: string | null = null;
  let [covered, all] = [0, 0];
  for (const word of words) {
    all += word.idf;
    const slot = segment.wordSlots[word.places[candidate.source] ?? -1];
    if (slot !== undefined && hasPosting(slot, segment.wordPostings, candidate.passage)) {
      covered += word.idf;
      continue;
    }
    text ??= gramText(indexedText(segment.passage(candidate.passage)));
    const known = text;
    const shared = word.grams.filter((gram) => known.includes(gram)).length / word.grams.length;
    covered += word.idf * Math.max(0, (shared - CHANCE) / (1 - CHANCE));
  }
  return all > 0 ? covered / all : 0;
}

/** Share of a word's 4-grams that a passage has by chance; more than that is a compound or a misspelling. */
const CHANCE = 0.5;
