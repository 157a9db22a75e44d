import { $remove, type Condition, DeleteItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type { BotKey } from '#core/retrieval/ports';
import { type Clock, epochSeconds } from '#platform/clock';
import { ifHolds, unlessRefused } from '#platform/table-writes';
import { MergeEntity } from '../documents/entity';
import { eraseSegment } from '../documents/segments';

/** A held lease to rearrange a bot's segments. */
export interface Merge {
  readonly bot: BotKey;
  readonly leasedTo: string;
  readonly leasedUntil: number;
  /** Whether the lease was never released before, since its function died. */
  readonly isTakeover: boolean;
}

/** A document or segment changed since it was read, or the lease has ended. */
export class MergeConflict extends Error {}

/** Acquires the lease; null while another message holds it. */
export async function begin(
  clock: Clock,
  { accountId, botId }: BotKey,
  { messageId: leasedTo, leaseSeconds }: { readonly messageId: string; readonly leaseSeconds: number },
): Promise<Merge | null> {
  const bot = { accountId, botId };
  const now = epochSeconds(clock());
  const leasedUntil = now + leaseSeconds;
  const taken = await unlessRefused(
    MergeEntity.build(UpdateItemCommand)
      .item({ ...bot, leasedTo, leasedUntil })
      .options({
        condition: {
          or: [
            { attr: 'leasedUntil', exists: false },
            { attr: 'leasedUntil', lt: now },
            { attr: 'leasedTo', eq: leasedTo },
          ],
        },
        returnValues: 'ALL_OLD',
      })
      .send(),
  );
  if (!taken) return null;
  const { Attributes: before } = taken;
  // A merge that died before it went live: nothing else knows of what it wrote.
  if (before?.begun !== undefined) await eraseSegment({ ...bot, segmentId: before.begun });
  return { bot, leasedTo, leasedUntil, isTakeover: before?.leasedTo !== undefined };
}

/** Releases the lease. A segment that was begun and is not live stays recorded, so that the next merge erases it. */
export async function end({ bot, ...lease }: Merge): Promise<void> {
  const isClear: Condition<typeof MergeEntity> = { attr: 'begun', exists: false };
  const isGone = await ifHolds(
    MergeEntity.build(DeleteItemCommand)
      .key(bot)
      .options({ condition: { and: [isMine(lease), isClear] } })
      .send(),
  );
  if (isGone) return;
  // Refused: after the lease's end another function may be at it.
  await ifHolds(
    MergeEntity.build(UpdateItemCommand)
      .item({ ...bot, leasedUntil: $remove(), leasedTo: $remove() })
      .options({ condition: isMine(lease) })
      .send(),
  );
}

export function isMine({
  leasedTo,
  leasedUntil,
}: Pick<Merge, 'leasedTo' | 'leasedUntil'>): Condition<typeof MergeEntity> {
  return {
    and: [
      { attr: 'leasedTo', eq: leasedTo },
      { attr: 'leasedUntil', eq: leasedUntil },
    ],
  };
}
