import { UpdateItemCommand } from 'dynamodb-toolbox';
import { mayEmbed } from '#core/accounts/limits/knowledge-day';
import { type ModelGate, ModelsStopped } from '#core/accounts/limits/model-gate';
import { knowledgePartition } from '#core/bots/manifest/entity';
import { addSeconds, type Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { queryIndexPage } from '#platform/pages';
import { sendAllToQueue } from '#platform/queues';
import { ifHolds } from '#platform/table-writes';
import { DocumentEntity } from '../documents/entity';
import type { IngestJob } from '../documents/ingest-job';
import { triedFrom, WAITING_FOR_VECTORS, waitingOf } from '../documents/waiting-for-vectors';

/** Documents that one run looks at: the next one goes on. */
const A_RUN = 100;
/** Seconds until one is tried again that was sent off and got no vectors. */
const AGAIN_SECONDS = 3_600;

/**
 * Has documents embedded that were taken in while no model could be called. A document is moved on in the listing
 * before it is sent, so that of two runs one sends it; one whose account has had its share of the day waits for the
 * next, and keeps nobody else waiting. Where all models are off nothing is done.
 */
export async function embedWaiting(clock: Clock, gate: ModelGate): Promise<void> {
  const now = clock();
  const { items } = await queryIndexPage(
    { index: 'gsi1', partition: WAITING_FOR_VECTORS, to: now.toISOString() },
    { limit: A_RUN },
    (sortKey) => {
      const { documentId, ...bot } = waitingOf(sortKey);
      return { pk: knowledgePartition(bot), sk: `DOCUMENT#${documentId}` };
    },
  );
  const jobs: IngestJob[] = [];
  const withRoom = new Map<string, boolean>();
  for (const sortKey of items) {
    const { accountId, botId, documentId } = waitingOf(sortKey);
    let hasRoom = withRoom.get(accountId);
    if (hasRoom === undefined) {
      const stopped = await gate.pass({ accountId }).then(
        () => null,
        (error: unknown) => {
          if (error instanceof ModelsStopped) return error.of;
          throw error;
        },
      );
      if (stopped === 'stage') break;
      hasRoom = stopped === null && (await mayEmbed(clock, accountId));
      withRoom.set(accountId, hasRoom);
    }
    const next = hasRoom ? addSeconds(now, AGAIN_SECONDS) : nextDay(now);
    if (!(await moveOn(sortKey, next)) || !hasRoom) continue;
    const rebuild = `v${now.getTime().toString(36)}`;
    jobs.push({ accountId, botId, documentId, versionId: null, rebuild, forVectors: true });
  }
  await sendAllToQueue(
    environment('INGEST_QUEUE_URL'),
    jobs.map((body) => ({ body, group: body.accountId })),
  );
}

/** False where another run has moved it, or it waits no more. */
async function moveOn(sortKey: string, next: Date): Promise<boolean> {
  const { at: _, ...key } = waitingOf(sortKey);
  return ifHolds(
    DocumentEntity.build(UpdateItemCommand)
      .item({ ...key, gsi1sk: triedFrom(key, next) })
      .options({ condition: { attr: 'gsi1sk', eq: sortKey } })
      .send(),
  );
}

/** When an account has a new share: a minute after midnight, UTC. */
function nextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 0, 1));
}
