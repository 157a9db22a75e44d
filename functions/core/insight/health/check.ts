import { $add, GetItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import * as z from 'zod';
import { headObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { logger } from '#platform/logger';
import { ifHolds } from '#platform/table-writes';
import { CheckedDayEntity, spanOf } from './entity';

export const HealthCheck = z.object({ kind: z.literal('health_check') });

/**
 * Looks whether what every answer needs can be reached, the table and the index, and keeps it with the day. Where not
 * even that could be kept the message comes again, and says that something failed.
 */
export async function checkHealth(
  clock: Clock,
  { receiveCount }: { readonly receiveCount: number },
): Promise<void> {
  const { day, span } = spanOf(clock());
  const isWell = (await canReach(day)) && receiveCount === 1;
  // Refused where it was checked before: two messages of one span count once.
  await ifHolds(
    CheckedDayEntity.build(UpdateItemCommand)
      .item({ day, checks: $add(1), last: span, ...(!isWell && { failed: $add(new Set([span])) }) })
      .options({
        condition: {
          or: [
            { attr: 'last', exists: false },
            { attr: 'last', lt: span },
          ],
        },
      })
      .send(),
  );
}

async function canReach(day: string): Promise<boolean> {
  try {
    await Promise.all([
      CheckedDayEntity.build(GetItemCommand).key({ day }).options({ consistent: true }).send(),
      // It need not be there: that there is an answer is what counts.
      headObject({ bucket: environment('INDEX_BUCKET'), key: 'index/health-check' }),
    ]);
    return true;
  } catch (error) {
    logger.error('What answers need could not be reached.', {
      error: error instanceof Error ? error : String(error),
    });
    return false;
  }
}
