import { PutItemCommand } from 'dynamodb-toolbox';
import type { Receipt, SendFeedback } from '../../contract/feedback';
import { RETENTION_DAYS } from '../../contract/retention';
import { type Clock, epochSeconds } from '../../platform/clock';
import { conditionally } from '../../platform/table-writes';
import { limitAddress } from '../limits/rate-limit';
import { FeedbackEntity, feedbackIndex } from './entity';
import { AlreadyReceived, receiptOf } from './receipt';

/** A minute, from one address, behind which an office may sit. */
const PER_ADDRESS = 10;

/** Stores a feedback. A resend gets the receipt of the first again. */
export async function sendFeedback(clock: Clock, input: SendFeedback, address: string): Promise<Receipt> {
  await limitAddress(clock, 'FEEDBACK', address, PER_ADDRESS);
  const now = clock();
  const receivedAt = now.toISOString();
  try {
    await conditionally(
      FeedbackEntity.build(PutItemCommand)
        .item({
          id: input.id,
          type: input.type,
          rating: input.rating,
          message: input.message,
          ...(input.email !== undefined && { email: input.email }),
          page: input.page,
          receivedAt,
          expiresAt: epochSeconds(now) + RETENTION_DAYS.feedback * 86_400,
          ...feedbackIndex(receivedAt, input.id),
        })
        .options({
          condition: { attr: 'id', exists: false },
          returnValuesOnConditionFalse: 'ALL_OLD',
        })
        .send(),
      (stored) => new AlreadyReceived(stored),
    );
    return receiptOf('F', input.id, receivedAt);
  } catch (error) {
    if (!(error instanceof AlreadyReceived)) throw error;
    return receiptOf('F', input.id, error.receivedAt);
  }
}
