import { bedrockEmbedder } from '../../platform/bedrock';
import { getObject } from '../../platform/buckets';
import { environment } from '../../platform/environment';
import { logger } from '../../platform/logger';
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
      { readSegment: (key) => getObject({ bucket, key }) },
      { maxBytes: SEGMENT_BYTES },
    ),
    ...(embedder && { embedder }),
    onEmbeddingFailed: (error) =>
      logger.warn('The question has no vector.', { error: error instanceof Error ? error : String(error) }),
  };
}
