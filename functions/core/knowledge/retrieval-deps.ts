import { modelGate } from '#core/accounts/limits/model-gate';
import { SegmentCache } from '#core/retrieval/cache';
import { UnreadableFormat } from '#core/retrieval/format';
import type { BotKey } from '#core/retrieval/ports';
import { type RetrievalDeps, retrieve } from '#core/retrieval/retrieve';
import { bedrockEmbedder } from '#platform/bedrock';
import { getBeginning, getObject } from '#platform/buckets';
import { systemClock } from '#platform/clock';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import { nearestVectors, readVectors } from '#platform/vector-indexes';
import { manifestReader } from './documents/manifest';
import { askForRenewal } from './maintenance/renew';
import { meteredEmbedder } from './metered-embedder';

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
    ...(embedder && { embedder: meteredEmbedder(systemClock, embedder, modelGate()) }),
    vectorIndexes: { nearest: nearestVectors, read: readVectors },
    onEmbeddingFailed: (error) =>
      logger.warn('The question has no vector.', { error: error instanceof Error ? error : String(error) }),
    onComparisonFailed: (error) =>
      logger.warn('The vector index gave no answer.', {
        error: error instanceof Error ? error : String(error),
      }),
  };
}

/** Finds for those who ask. */
export function retrieveWith(deps: RetrievalDeps): (...asked: Asked) => ReturnType<typeof retrieve> {
  return (...asked) => readable(asked[0], () => retrieve(deps, ...asked));
}

type Asked = Parameters<typeof retrieve> extends [RetrievalDeps, ...infer REST] ? REST : never;

/**
 * Throws `knowledge.outdated` where a segment has a format that this program does not read: an answer from the others
 * alone would deny what the bot knows. It is made anew then.
 */
export async function readable<RESULT>(bot: BotKey, read: () => Promise<RESULT>): Promise<RESULT> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableFormat)) throw error;
    // The caller gets the same error whether or not a renewal is under way; the next question asks for it again.
    await askForRenewal(systemClock, bot).catch((failure: unknown) =>
      logger.error('A renewal could not be asked for.', {
        ...bot,
        error: failure instanceof Error ? failure : String(failure),
      }),
    );
    throw new ParleyError('knowledge.outdated', { cause: error });
  }
}
