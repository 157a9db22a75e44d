import { PutItemCommand } from 'dynamodb-toolbox';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import type { Receipt, SendFeedback } from '#contract/site/feedback';
import { limitAddress, limitRate } from '#core/accounts/limits/rate-limit';
import type { Actor } from '#platform/actor';
import { type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { FeedbackEntity, feedbackIndex, ownIndex } from './entity';
import { receiptOf } from './receipt';

/** A minute, from one address, behind which an office may sit. */
const PER_ADDRESS = 10;
/** A minute, of one person who is signed in. */
const PER_PERSON = 10;

/** Counts a feedback, before anything of it is read. */
export function admitFeedback(clock: Clock, address: string): Promise<void> {
  return limitAddress(clock, 'FEEDBACK', address, PER_ADDRESS);
}

/** Stores a feedback. A resend gets the receipt of the first again. */
export async function sendFeedback(clock: Clock, input: SendFeedback): Promise<Receipt> {
  return receiptOf('F', input.id, await store(clock, input, null));
}

/** Stores a feedback of a signed-in person, who sees later what became of it. */
export async function sendOwnFeedback(
  clock: Clock,
  { userId, accountId }: Pick<Actor, 'userId' | 'accountId'>,
  input: SendFeedback,
): Promise<Receipt> {
  await limitRate(clock, `FEEDBACK#${userId}`, PER_PERSON);
  return receiptOf('F', input.id, await store(clock, input, { userId, accountId }));
}

/** Gives when what is stored under the id was received. */
async function store(
  clock: Clock,
  { email, ...input }: SendFeedback,
  sender: Pick<Actor, 'userId' | 'accountId'> | null,
): Promise<string> {
  const now = clock();
  const receivedAt = now.toISOString();
  const isFirst = await ifHolds(
    FeedbackEntity.build(PutItemCommand)
      .item({
        ...input,
        ...(email !== undefined && { email }),
        ...(sender && { ...sender, ...ownIndex(sender.userId, 'F', receivedAt, input.id) }),
        status: 'new',
        receivedAt,
        expiresAt: epochSeconds(now) + RETENTION_DAYS.feedback * 86_400,
        ...feedbackIndex(receivedAt, input.id),
      })
      .options({ condition: { attr: 'id', exists: false } })
      .send(),
  );
  const stored = isFirst ? { receivedAt } : await readItem(FeedbackEntity, { id: input.id });
  if (!stored) throw new ParleyError('server.unavailable');
  return stored.receivedAt;
}
