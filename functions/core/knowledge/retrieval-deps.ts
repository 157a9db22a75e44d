import { bedrockEmbedder } from '../../platform/bedrock';
import { getBeginning, getObject } from '../../platform/buckets';
import { environment } from '../../platform/environment';
import { logger } from '../../platform/logger';
import { nearestVectors, readVectors } from '../../platform/vector-indexes';
import { manifestReader } from './documents/manifest';
import { SegmentCache } from './index/cache';
import type { RetrievalDeps } from './index/retrieve';

/** Memory for segments: the largest bot several times, and half of what the function has. */
const SEGMENT_BYTES = 700 * 1024 * 1024;

/** What finding needs, from the function's environment. Segments stay in memory as long as the function does. */
export function retrievalDeps(): RetrievalDeps {
  const bucket = environment('INDEX_BUCKET');
  const embedder = bedrockEmbedder(environment('EMBEDDING_MODEL'));
  return {
    manifests: manifestReader,
    segments: new SegmentCache(
      {
        readSegment: async (key, length) =>
          length === undefined
            ? getObject({ bucket, key })
            : ((await getBeginning({ bucket, key }, length))?.bytes ?? null),
      },
      { maxBytes: SEGMENT_BYTES },
    ),
    ...(embedder && { embedder }),
    vectorIndexes: { nearest: nearestVectors, read: readVectors },
    onEmbeddingFailed: (error) =>
      logger.warn('The question has no vector.', { error: error instanceof Error ? error : String(error) }),
    onComparisonFailed: (error) =>
      logger.warn('The vector index gave no answer.', {
        error: error instanceof Error ? error : String(error),
      }),
  };
}
