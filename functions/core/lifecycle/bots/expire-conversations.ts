import { BatchGetRequest, DeleteItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, ConversationId } from '#contract/base/ids';
import { isOpen } from '#contract/conversations/conversation-status';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { type BotRef, findBot } from '#core/bots/bots';
import {
  ConversationEntity,
  conversationsOf,
  emptyConversationsOf,
  HEAD_KEY,
  isGone,
  type StoredConversation,
  testsOf,
} from '#core/conversations/entity';
import { keepFor, keepWithLast, needsNoErasing } from '#core/conversations/keeping';
import { forgetWords } from '#core/conversations/words/forget-words';
import { renewWords } from '#core/conversations/words/index-words';
import { forgetRating } from '#core/insight/analytics/forget-rating';
import { forgetTopicsOfDays } from '#core/insight/analytics/forget-topics';
import { forgetQuestions } from '#core/insight/questions/forget-questions';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { queryIndexPage } from '#platform/pages';
import { readItem, readItems } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { eraseConversation } from './erase-conversation';
import { isHidden } from './forget-conversations';
import { daysKept, RetentionEntity } from './retention';

const PAGE = 100;

/**
 * Erases what was last written to longer ago than the bot keeps it, also trials of the draft. False when time ran out:
 * called again it goes on, since what is erased is not looked at any more.
 */
export async function expireConversations(
  clock: Clock,
  ref: BotRef,
  hasTime: () => boolean,
): Promise<boolean> {
  const bot = await findBot(ref);
  if (!bot) return true;
  const days = daysKept(bot);
  if (!(await keepAsSet(ref, days, hasTime))) return false;
  if (days === null) return true;
  const until = addSeconds(clock(), -days * 86_400).toISOString();
  // None that began later was last written to before.
  for await (const heads of headsIn([conversationsOf(ref), testsOf(ref)], ref, until)) {
    const going: StoredConversation[] = [];
    for (const head of heads) {
      if (!hasTime()) return false;
      if ((head.lastMessageAt ?? head.startedAt) >= until) await keepWithLast(clock, head);
      else if (await goesQuietly(clock, head)) going.push(head);
      else if (!isHidden(head) && !(await eraseConversation(refOf(head), hasTime))) return false;
    }
    await letGo(clock, ref, going);
  }
  return true;
}

/** Conversations that were written with fewer days than the bot has now, or than forever, are kept as it says now. */
async function keepAsSet(ref: BotRef, days: number | null, hasTime: () => boolean): Promise<boolean> {
  const key = { accountId: ref.accountId, botId: ref.botId };
  const listed = await readItem(RetentionEntity, key);
  if (!listed || listed.days === days) return true;
  for await (const heads of headsIn([conversationsOf(ref), emptyConversationsOf(ref)], ref))
    for (const head of heads) {
      if (!hasTime()) return false;
      if (!isKeptFor(head, days)) await keepFor(head, days);
    }
  const condition =
    listed.days === undefined
      ? ({ attr: 'days', exists: false } as const)
      : ({ attr: 'days', eq: listed.days } as const);
  // Refused: it was set once more, and is looked at tomorrow.
  await ifHolds(
    days === null
      ? RetentionEntity.build(DeleteItemCommand).key(key).options({ condition }).send()
      : RetentionEntity.build(UpdateItemCommand)
          .item({ ...key, days })
          .options({ condition })
          .send(),
  );
  return true;
}

function isKeptFor({ daysKept: written, isErased }: StoredConversation, days: number | null): boolean {
  return written === undefined || isErased === true || (days !== null && days <= written);
}

async function* headsIn(
  partitions: readonly string[],
  { accountId }: BotRef,
  to?: string,
): AsyncGenerator<readonly StoredConversation[]> {
  for (const partition of partitions) {
    let cursor: string | null = null;
    do {
      const page = await queryIndexPage(
        { index: 'gsi2', partition, ...(to !== undefined && { to }) },
        { limit: PAGE, ...(cursor !== null && { cursor }) },
        (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: HEAD_KEY }),
      );
      const heads = await readItems(
        page.items.map((sortKey) =>
          ConversationEntity.build(BatchGetRequest).key({ accountId, conversationId: idOf(sortKey) }),
        ),
        { consistent: true },
      );
      yield heads.filter((head) => head !== undefined);
      cursor = page.cursor;
    } while (cursor !== null);
  }
}

/** Whether no item of it need be deleted: nobody is in it, nothing of it is being erased, and all goes by its time to live. */
async function goesQuietly(clock: Clock, head: StoredConversation): Promise<boolean> {
  return !isOpen(head.status) && !isGone(head) && (await needsNoErasing(clock, head));
}

/**
 * Forgets what was made of conversations elsewhere, and hides them then: the table takes them away. Stopped in the
 * middle, they are found again, so no promise is needed. Who writes in one meanwhile keeps it, without what was forgotten,
 * and without a tombstone: that follows from the hiding (`buryHidden`).
 */
export async function letGo(clock: Clock, bot: BotRef, heads: readonly StoredConversation[]): Promise<void> {
  const asked = heads.filter(({ unanswered = 0 }) => unanswered > 0);
  await forgetTopicsOfDays(
    bot,
    asked.map(({ conversationId }) => conversationId),
  );
  await forgetQuestions(bot, asked);
  for (const head of heads) if (head.stars !== undefined) await forgetRating(head);
  await forgetWords(
    bot.accountId,
    heads.map(({ conversationId }) => conversationId),
  );
  for (const head of heads) {
    const hasHidden = await ifHolds(
      ConversationEntity.build(UpdateItemCommand)
        .item({ ...refOf(head), isErased: true, expiresAt: epochSeconds(clock()) })
        .options({ condition: { attr: 'lastSequence', eq: head.lastSequence } })
        .send(),
    );
    const kept = hasHidden ? undefined : await readItem(ConversationEntity, refOf(head));
    if (kept) await renewWords(kept);
  }
}

function refOf({ accountId, conversationId }: StoredConversation) {
  return { accountId: AccountId.parse(accountId), conversationId: ConversationId.parse(conversationId) };
}

/** A sort key of the lists of conversations: when it began, and its id. */
function idOf(sortKey: string): ConversationId {
  return ConversationId.parse(sortKey.slice(sortKey.lastIndexOf('#') + 1));
}
