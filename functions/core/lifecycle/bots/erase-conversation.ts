import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { AccountId, ConversationId } from '#contract/base/ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { bury } from '#core/base/tombstones/entity';
import { ConversationEntity, HEAD_KEY, type StoredConversation } from '#core/conversations/entity';
import { forgetTopics } from '#core/insight/analytics/forget-topics';
import { deletePartition } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import type { Visitor } from '#platform/visitor-token';

interface ConversationRef {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
}

/**
 * Erases all of a conversation. Its files, rating and unanswered questions are erased when the stream tells of it. Its
 * figures stay, without the words of its questions: the first write marks it, so that it is not counted again from
 * what is left. False when time ran out; another call goes on, since the head, by which the conversation is found, is
 * erased last. A message that arrives meanwhile needs the head, so none is left behind.
 */
export async function eraseConversation(ref: ConversationRef, hasTime: () => boolean): Promise<boolean> {
  await bury('conversation', ref.conversationId);
  await markErased(ref, { attr: 'conversationId', exists: true });
  await forgetTopics(ref);
  const partition = conversationChannel(ref.accountId, ref.conversationId);
  return (
    (await deletePartition(partition, { hasTime, last: HEAD_KEY })) &&
    (await deletePartition(partition, { hasTime }))
  );
}

/** Erases what followed a conversation's last changes into its partition after it was erased; what was brought back stays. */
export async function eraseRest({ accountId, conversationId }: StoredConversation): Promise<void> {
  const item = await readItem(ConversationEntity, { accountId, conversationId });
  if (!item) await deletePartition(conversationChannel(accountId, conversationId), { hasTime: () => true });
}

/** Erases the conversation at the visitor's wish (GDPR, article 17). Repeated, there is none: that is no error. */
export async function eraseOwnConversation(visitor: Visitor, hasTime: () => boolean): Promise<void> {
  if (!(await eraseConversation(visitor, hasTime)))
    throw new Error('There was no time to erase the whole conversation: asked again it goes on.');
}

/**
 * Erases a deleted conversation when nobody can bring it back any more. False when time ran out. One that was brought
 * back, or deleted anew, is left alone.
 */
export async function eraseDeleted(
  { deletedAt, ...ref }: ConversationRef & { readonly deletedAt: string },
  hasTime: () => boolean,
): Promise<boolean> {
  // From here on there is no way back: bringing the conversation back and this exclude each other.
  return !(await markErased(ref, { attr: 'deletedAt', eq: deletedAt })) || eraseConversation(ref, hasTime);
}

type Condition =
  | { readonly attr: 'conversationId'; readonly exists: true }
  | { readonly attr: 'deletedAt'; readonly eq: string };

/** False where the condition does not hold; a head that is gone has no mark, and what is left of it is erased without. */
async function markErased(
  { accountId, conversationId }: ConversationRef,
  condition: Condition,
): Promise<boolean> {
  return ifHolds(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, isErased: true })
      .options({ condition })
      .send(),
  );
}
