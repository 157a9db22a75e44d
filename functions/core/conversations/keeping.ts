import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { type Clock, epochSeconds } from '#platform/clock';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { goesByItself, moveEnds } from '#platform/time-to-live';
import { ConversationEntity, HEAD_KEY, type StoredConversation } from './entity';

const DAY = 86_400;

/**
 * Days behind a bot's time for conversations in which the table takes their items away. The daily pass hides the
 * conversation before (`lifecycle/bots/retention.ts`), and moves what is to be kept for longer: it may fail for as many
 * days, of which its queue's alarm tells. DynamoDB itself takes up to two days.
 */
export const DAYS_BEHIND = RETENTION_DAYS.conversationsGone - 2;

/** What lies with a conversation for as long as it is kept. Other items of its partition have a time of their own, or none. */
const KEPT_WITH_IT = [
  'Message',
  'Citation',
  'ConversationCompanion',
  'ConversationVisitor',
  'ConversationCount',
  'TimelineEntry',
  'ClientMessage',
];

/** When the table takes away what was written of a conversation at a time, where that is kept for a time only. */
export function goesAt(
  { daysKept }: Pick<StoredConversation, 'daysKept'>,
  at: string,
): { readonly expiresAt?: number } {
  return daysKept === undefined
    ? {}
    : { expiresAt: epochSeconds(new Date(at)) + (daysKept + DAYS_BEHIND) * DAY };
}

/** Whether a conversation whose time has come needs no more than its head hidden: all else goes within days. */
export async function needsNoErasing(
  clock: Clock,
  { accountId, conversationId, daysKept }: StoredConversation,
): Promise<boolean> {
  return (
    daysKept !== undefined &&
    goesByItself(conversationChannel(accountId, conversationId), HEAD_KEY, soon(clock))
  );
}

/** Of a conversation that goes on, what would be taken away within days stays as long as what was said last. */
export async function keepWithLast(clock: Clock, head: StoredConversation): Promise<void> {
  if (head.daysKept !== undefined) await moveTo(head, head.daysKept, soon(clock));
}

/** Has a conversation kept for longer than when it was written; null: until somebody deletes it. */
export async function keepFor(head: StoredConversation, days: number | null): Promise<void> {
  const key = { accountId: head.accountId, conversationId: head.conversationId };
  for (
    let current: StoredConversation | undefined = head;
    current;
    current = await readItem(ConversationEntity, key)
  ) {
    // What was opened without a word goes when its visitor stays silent.
    if (!current.empty) await moveTo(current, days ?? undefined);
    // Refused: a message was added, which has the former time.
    const isMoved = await ifHolds(
      ConversationEntity.build(UpdateItemCommand)
        .item({ ...key, daysKept: days ?? $remove() })
        .options({
          condition: {
            and: [
              { attr: 'lastSequence', eq: current.lastSequence },
              { attr: 'empty', exists: current.empty === true },
            ],
          },
        })
        .send(),
    );
    if (isMoved) return;
  }
}

async function moveTo(
  head: StoredConversation,
  daysKept: number | undefined,
  before?: number,
): Promise<void> {
  const { accountId, conversationId, lastMessageAt, startedAt } = head;
  const { expiresAt: to } = goesAt({ daysKept }, lastMessageAt ?? startedAt);
  await moveEnds(conversationChannel(accountId, conversationId), KEPT_WITH_IT, {
    before: Math.min(before ?? Number.MAX_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER),
    to,
  });
}

function soon(clock: Clock): number {
  return epochSeconds(clock()) + (DAYS_BEHIND + 1) * DAY;
}
