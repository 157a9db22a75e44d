import type { TextLanguage } from '#core/text/text-language';
import type { SegmentCache } from './cache';
import type { QuestionVector } from './fusion';
import type {
  Asker,
  BotKey,
  Embedder,
  LiveSegment,
  Manifest,
  ManifestReader,
  VectorIndexOf,
  VectorIndexReader,
} from './ports';
import { type Hit, search, searchByWords } from './search';
import type { SearchSource } from './source';
import type { Comparison } from './vector-store';
import { vectorsInIndex } from './vectors-in-index';
import { vectorsInMemory } from './vectors-in-memory';

export interface RetrievalDeps {
  readonly manifests: ManifestReader;
  readonly segments: SegmentCache;
  /** Left out where the stage has no embedding model. */
  readonly embedder?: Embedder;
  /** Called when the embedder failed or was too slow, and words alone decided. */
  readonly onEmbeddingFailed?: (error: unknown) => void;
  /** Without it the vectors of large bots are compared in memory too. */
  readonly vectorIndexes?: VectorIndexReader;
  /** Called when a bot's vector index failed or was too slow, and words alone decided. */
  readonly onComparisonFailed?: (error: unknown) => void;
}

export interface RetrievalOptions {
  readonly limit: number;
  readonly language?: TextLanguage | null;
  readonly signal?: AbortSignal;
  /** The visitor who asks. */
  readonly asker?: Asker | undefined;
  /** How long the question's vector may take. */
  readonly embeddingTimeoutMs?: number;
  /** How long a vector index may take. */
  readonly comparisonTimeoutMs?: number;
}

export interface Retrieval {
  readonly hits: readonly Hit[];
  /** False while the bot has no passage at all. */
  readonly hasKnowledge: boolean;
}

/**
 * Finds the passages of a bot that speak to a question. The manifest is read for each question, so that a
 * document answers from the moment it is published until the moment it is deleted.
 */
export async function retrieve(
  deps: RetrievalDeps,
  bot: BotKey,
  question: string,
  options: RetrievalOptions,
): Promise<Retrieval> {
  const [knowledge, vector] = await Promise.all([
    liveSources(deps, bot),
    embed(deps, bot, question, options),
  ]);
  const { sources } = knowledge;
  const comparison = vector && (await compare(deps, knowledge, question, vector, options));
  const hits = search(sources, question, {
    limit: options.limit,
    language: options.language ?? null,
    comparison,
  });
  return { hits, hasKnowledge: sources.some(({ segment }) => segment.passageCount > 0) };
}

/** A merge may take segments away between reading the manifest and reading them: then the manifest is newer. */
const MANIFEST_READS = 3;

export interface Knowledge {
  readonly sources: readonly SearchSource[];
  readonly index: VectorIndexOf | undefined;
}

/** All that answers for a bot right now. */
export async function liveSources(deps: RetrievalDeps, bot: BotKey): Promise<Knowledge> {
  let missing: LiveSegment | undefined;
  for (let read = 0; read < MANIFEST_READS; read++) {
    const manifest = await deps.manifests.readManifest(bot);
    const loaded = await loadAll(deps, manifest);
    missing = loaded.missing;
    if (!missing) return { sources: loaded.sources, index: manifest.vectorIndex };
  }
  throw new Error(`Segment ${missing?.id} is in the manifest and not in the bucket`);
}

async function loadAll({ segments, vectorIndexes }: RetrievalDeps, manifest: Manifest) {
  const loaded = await Promise.all(
    manifest.segments.map(({ key, lexical }) =>
      segments.load({ key, ...(lexical && vectorIndexes && { lexical }) }),
    ),
  );
  const sources: SearchSource[] = [];
  for (const [index, live] of manifest.segments.entries()) {
    const segment = loaded[index];
    if (!segment) return { sources, missing: live };
    sources.push({ segment, removedDocuments: live.removedDocuments, titles: live.titles ?? {} });
  }
  return { sources, missing: undefined };
}

/** Passages that words speak for whose nearness by meaning is asked for: none behind them is among the best. */
const BY_WORDS = 100;

/** Null when the bot's index can't be asked: comparing some passages and not others would rank them unfairly. */
async function compare(
  { vectorIndexes, onComparisonFailed }: RetrievalDeps,
  { sources, index }: Knowledge,
  question: string,
  vector: QuestionVector,
  { signal, language = null, comparisonTimeoutMs = 1_500 }: RetrievalOptions,
): Promise<Comparison | null> {
  const store = index && vectorIndexes ? vectorsInIndex(vectorIndexes, index) : vectorsInMemory;
  try {
    return await within(comparisonTimeoutMs, signal, (limit) =>
      store.compare(sources, vector, {
        byWords: () => searchByWords(sources, question, { limit: BY_WORDS, language }),
        signal: limit,
      }),
    );
  } catch (error) {
    signal?.throwIfAborted();
    onComparisonFailed?.(error);
    return null;
  }
}

/** The question's vector, or null: without it words alone decide, which beats no answer. */
async function embed(
  { embedder, onEmbeddingFailed }: RetrievalDeps,
  { accountId }: BotKey,
  question: string,
  { signal, asker, embeddingTimeoutMs = 1_500 }: RetrievalOptions,
): Promise<QuestionVector | null> {
  if (!embedder) return null;
  try {
    const [values] = await within(embeddingTimeoutMs, signal, (limit) =>
      embedder.embed([question], 'question', { accountId, asker, signal: limit }),
    );
    return values ? { model: embedder.model, values } : null;
  } catch (error) {
    signal?.throwIfAborted();
    onEmbeddingFailed?.(error);
    return null;
  }
}

function within<RESULT>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (limit: AbortSignal) => Promise<RESULT>,
): Promise<RESULT> {
  const timeout = AbortSignal.timeout(milliseconds);
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout;
  return Promise.race([work(limit), rejectedBy(limit)]);
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
