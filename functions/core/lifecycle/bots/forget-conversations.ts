import { DeleteItemCommand } from 'dynamodb-toolbox';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { DomainEvent } from '#core/base/events/events';
import { bury } from '#core/base/tombstones/entity';
import { ConversationEntity, type StoredConversation } from '#core/conversations/entity';
import { type Erased, ErasureEntity } from '#core/conversations/erasures';
import { forgetWords } from '#core/conversations/words/forget-words';
import { forgetRating } from '#core/insight/analytics/forget-rating';
import { forgetQuestions } from '#core/insight/questions/forget-questions';
import { deletePartition } from '#platform/table';
import { readItem } from '#platform/table-reads';

/** Follows conversations that were erased; after all else of a batch, which may have written of them. */
export async function followErased(events: readonly DomainEvent[]): Promise<void> {
  await forgetConversations(
    events.flatMap((event) =>
      event.type === 'conversation.removed' ? [event.before as StoredConversation] : [],
    ),
  );
}

/** One whose time has come leaves its tombstone when it is hidden, and so none where somebody wrote in it just before. */
export async function buryHidden(event: DomainEvent<'conversation.changed'>): Promise<void> {
  const [before, after] = [event.before as StoredConversation | null, event.after as StoredConversation];
  if (isHidden(after) && !(before && isHidden(before))) await bury('conversation', after.conversationId);
}

/** Its time has come, and the table takes it away, at the latest in some days. */
export function isHidden({ isErased, expiresAt }: StoredConversation): boolean {
  return isErased === true && expiresAt !== undefined;
}

/**
 * Erases what was made of conversations that are gone and lies elsewhere: ratings, unanswered questions, words to search
 * by, and what followed their last changes into their partitions. What was brought back stays. Repeating it changes
 * nothing.
 */
export async function forgetConversations(erased: readonly Erased[]): Promise<void> {
  const listed = new Map<string, string[]>();
  for (const conversation of erased) {
    const { accountId, conversationId, isTest, empty } = conversation;
    await forgetRating(conversation);
    await forgetQuestions(conversation, [conversation]);
    await eraseRest(conversation);
    if (!isTest && !empty) listed.set(accountId, [...(listed.get(accountId) ?? []), conversationId]);
  }
  for (const [accountId, ids] of listed) await forgetWords(accountId, ids);
  // Last: by it the rest is found.
  await Promise.all(
    erased.map((conversation) => ErasureEntity.build(DeleteItemCommand).key(conversation).send()),
  );
}

async function eraseRest({ accountId, conversationId }: Erased): Promise<void> {
  const head = await readItem(ConversationEntity, { accountId, conversationId });
  if (!head) await deletePartition(conversationChannel(accountId, conversationId), { hasTime: () => true });
}
