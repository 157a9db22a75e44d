import { GetItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import type { Receipt, SendFeedback } from '../../contract/feedback';
import { RETENTION_DAYS } from '../../contract/retention';
import { type Clock, epochSeconds } from '../../platform/clock';
import { isConditionFailure } from '../../platform/table-writes';
import { limitAddress } from '../limits/rate-limit';
import { FeedbackEntity, feedbackIndex } from './entity';
import { receiptOf } from './receipt';

/** A minute, from one address, behind which an office may sit. */
const PER_ADDRESS = 10;

/** Counts a feedback, before anything of it is read. */
export function admitFeedback(clock: Clock, address: string): Promise<void> {
  return limitAddress(clock, 'FEEDBACK', address, PER_ADDRESS);
}

/** Stores a feedback. A resend gets the receipt of the first again. */
export async function sendFeedback(clock: Clock, input: SendFeedback): Promise<Receipt> {
  return receiptOf('F', input.id, await store(clock, input));
}

/** Gives when what is stored under the id was received. */
async function store(clock: Clock, { email, ...input }: SendFeedback): Promise<string> {
  const now = clock();
  const receivedAt = now.toISOString();
  try {
    await FeedbackEntity.build(PutItemCommand)
      .item({
        ...input,
        ...(email !== undefined && { email }),
        receivedAt,
        expiresAt: epochSeconds(now) + RETENTION_DAYS.feedback * 86_400,
        ...feedbackIndex(receivedAt, input.id),
      })
      .options({ condition: { attr: 'id', exists: false } })
      .send();
    return receivedAt;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    const { Item } = await FeedbackEntity.build(GetItemCommand)
      .key({ id: input.id })
      .options({ consistent: true })
      .send();
    if (!Item) throw error;
    return Item.receivedAt;
  }
}
