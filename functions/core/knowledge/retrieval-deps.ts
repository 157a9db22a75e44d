import { modelGate } from '#core/accounts/limits/model-gate';
import { SegmentCache } from '#core/retrieval/cache';
import { UnreadableFormat } from '#core/retrieval/format';
import type { BotKey, Manifest } from '#core/retrieval/ports';
import { type RetrievalDeps, retrieve } from '#core/retrieval/retrieve';
import { bedrockEmbedder } from '#platform/bedrock';
import { getBeginning, getObject } from '#platform/buckets';
import { systemClock } from '#platform/clock';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import { countOnStage } from '#platform/metrics';
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
    manifests: { readManifest: readWhatCanBe },
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

/**
 * After a step back to an older version some of a bot's segments may have a format that is newer than the code: what can
 * be read answers, the operator is told by an alarm, and the rest is asked to be made anew. With nothing that can be
 * read, "I don't know" would be wrong.
 */
async function readWhatCanBe(bot: BotKey): Promise<Manifest> {
  const manifest = await manifestReader.readManifest(bot);
  const { unreadable = 0, segments } = manifest;
  if (unreadable === 0) return manifest;
  countOnStage('UnreadableSegments', unreadable);
  logger.error('Segments have a format that this version does not read: npm run rebuild makes them anew.', {
    ...bot,
    unreadable,
  });
  if (segments.length === 0) throw new UnreadableFormat(`None of ${unreadable} segments can be read`);
  await renew(bot);
  return manifest;
}

type Asked = Parameters<typeof retrieve> extends [RetrievalDeps, ...infer REST] ? REST : never;

/** Throws `knowledge.outdated` where nothing that a bot knows can be read, or a segment is not what its manifest says. */
export async function readable<RESULT>(bot: BotKey, read: () => Promise<RESULT>): Promise<RESULT> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableFormat)) throw error;
    await renew(bot);
    throw new ParleyError('knowledge.outdated', { cause: error });
  }
}

/** The caller gets the same whether or not a renewal is under way; the next question asks for it again. */
async function renew(bot: BotKey): Promise<void> {
  await askForRenewal(systemClock, bot).catch((failure: unknown) =>
    logger.error('A renewal could not be asked for.', {
      ...bot,
      error: failure instanceof Error ? failure : String(failure),
    }),
  );
}
