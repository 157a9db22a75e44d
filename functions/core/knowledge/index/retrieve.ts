import type { SegmentCache } from './cache';
import type { QuestionVector } from './fusion';
import type { TextLanguage } from './passage';
import type { BotKey, Embedder, LiveSegment, Manifest, ManifestReader } from './ports';
import { type Hit, type SearchSource, search } from './search';

export interface RetrievalDeps {
  readonly manifests: ManifestReader;
  readonly segments: SegmentCache;
  /** Left out where the stage has no embedding model. */
  readonly embedder?: Embedder;
  /** Called when the embedder failed or was too slow, and words alone decided. */
  readonly onEmbeddingFailed?: (error: unknown) => void;
}

export interface RetrievalOptions {
  readonly limit: number;
  readonly language?: TextLanguage | null;
  readonly signal?: AbortSignal;
  /** How long the question's vector may take. */
  readonly embeddingTimeoutMs?: number;
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
  const [sources, vector] = await Promise.all([liveSources(deps, bot), embed(deps, question, options)]);
  const hits = search(sources, question, {
    limit: options.limit,
    language: options.language ?? null,
    vector,
  });
  return { hits, hasKnowledge: sources.some(({ segment }) => segment.passageCount > 0) };
}

/** A merge may take segments away between reading the manifest and reading them: then the manifest is newer. */
const MANIFEST_READS = 3;

async function liveSources(deps: RetrievalDeps, bot: BotKey): Promise<readonly SearchSource[]> {
  let missing: LiveSegment | undefined;
  for (let read = 0; read < MANIFEST_READS; read++) {
    const manifest = await deps.manifests.readManifest(bot);
    const loaded = await loadAll(deps.segments, manifest);
    missing = loaded.missing;
    if (!missing) return loaded.sources;
  }
  throw new Error(`Segment ${missing?.id} is in the manifest and not in the bucket`);
}

async function loadAll(segments: SegmentCache, manifest: Manifest) {
  const loaded = await Promise.all(manifest.segments.map((live) => segments.load(live)));
  const sources: SearchSource[] = [];
  for (const [index, live] of manifest.segments.entries()) {
    const segment = loaded[index];
    if (!segment) return { sources, missing: live };
    sources.push({ segment, removedDocuments: live.removedDocuments, titles: live.titles ?? {} });
  }
  return { sources, missing: undefined };
}

/** The question's vector, or null: without it words alone decide, which beats no answer. */
async function embed(
  { embedder, onEmbeddingFailed }: RetrievalDeps,
  question: string,
  { signal, embeddingTimeoutMs = 1_500 }: RetrievalOptions,
): Promise<QuestionVector | null> {
  if (!embedder) return null;
  const timeout = AbortSignal.timeout(embeddingTimeoutMs);
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const [values] = await Promise.race([
      embedder.embed([question], 'question', { signal: limit }),
      rejectedBy(limit),
    ]);
    return values ? { model: embedder.model, values } : null;
  } catch (error) {
    signal?.throwIfAborted();
    onEmbeddingFailed?.(error);
    return null;
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
