import { modelGate } from '#core/accounts/limits/model-gate';
import { IngestJob } from '#core/knowledge/documents/ingest-job';
import { type IngestDeps, ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { meteredEmbedder } from '#core/knowledge/metered-embedder';
import { meteredRecogniser } from '#core/knowledge/metered-recogniser';
import { createIsolatedExtractor } from '#core/reading/isolated';
import { bedrockEmbedder } from '#platform/bedrock';
import { systemClock } from '#platform/clock';
import { environment } from '#platform/environment';
import { queueHandler } from '#platform/queue-handler';
import { PAGE_USD, recogniseText } from '#platform/textract';

/** As the queue's redrive policy has it: after this many deliveries a message is a dead letter. */
const MAX_DELIVERIES = 5;

/** What another part of a long document may take, or making its index: its process is stopped after 60 seconds. */
const PART_MILLISECONDS = 75_000;

const embedder = bedrockEmbedder(environment('EMBEDDING_MODEL'));

const deps: IngestDeps = {
  clock: systemClock,
  // Under the function's time-out and memory, so that a poisonous file fails instead of the function.
  ...createIsolatedExtractor(new URL('./extraction.cjs', import.meta.url), {
    seconds: 60,
    megabytes: 1280,
  }),
  embedder: embedder && meteredEmbedder(systemClock, embedder, modelGate()),
  recogniser:
    environment('TEXT_RECOGNITION') === 'none'
      ? null
      : meteredRecogniser({ recognise: recogniseText }, modelGate(), PAGE_USD),
};

export const handler = queueHandler(IngestJob, (job, { messageId, receiveCount, remainingTime }) =>
  ingestDocument(deps, job, {
    messageId,
    isLast: receiveCount >= MAX_DELIVERIES,
    leaseSeconds: Math.ceil(remainingTime() / 1000),
    hasTime: () => remainingTime() > PART_MILLISECONDS,
  }),
);
