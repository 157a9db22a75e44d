import { DeleteItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { ifHolds } from '#platform/table-writes';
import { WaitingCallEntity } from './entity';
import type { ConversationRef } from './messages';

/** Calls of one conversation that may wait for answers at once: each holds a function, for as long as it waits. */
export const WAITING_CALLS = 4;

/** Longer than any call: a function that was killed gives its place back by this. */
const PLACE_SECONDS = 30;

export interface WaitingPlace {
  release(): Promise<void>;
}

/** Takes a place for a call that waits, or throws `request.rate_limited` while others have them all. */
export async function takeWaitingPlace(
  clock: Clock,
  { accountId, conversationId }: ConversationRef,
  owner: string,
): Promise<WaitingPlace> {
  for (let place = 0; place < WAITING_CALLS; place += 1) {
    const item = { accountId, conversationId, place };
    if (await take(clock, { ...item, owner })) return { release: () => giveBack(item, owner) };
  }
  throw new ParleyError('request.rate_limited', { details: { waiting: WAITING_CALLS } });
}

interface PlaceRef extends Pick<ConversationRef, 'accountId' | 'conversationId'> {
  readonly place: number;
}

async function take(clock: Clock, taken: PlaceRef & { readonly owner: string }): Promise<boolean> {
  const now = clock();
  const ends = addSeconds(now, PLACE_SECONDS);
  return ifHolds(
    WaitingCallEntity.build(PutItemCommand)
      .item({ ...taken, until: ends.getTime(), expiresAt: epochSeconds(ends) })
      .options({
        condition: {
          or: [
            { attr: 'owner', exists: false },
            { attr: 'until', lt: now.getTime() },
          ],
        },
      })
      .send(),
  );
}

async function giveBack(place: PlaceRef, owner: string): Promise<void> {
  await ifHolds(
    WaitingCallEntity.build(DeleteItemCommand)
      .key(place)
      .options({ condition: { attr: 'owner', eq: owner } })
      .send(),
  );
}
