import { DeleteItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type { AccountId, ConversationId } from '#contract/base/ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { bury } from '#core/base/tombstones/entity';
import { attachmentsFolder } from '#core/conversations/attachment-entity';
import { ConversationEntity, HEAD_KEY, isGone, type StoredConversation } from '#core/conversations/entity';
import { ErasureEntity, promiseErasure } from '#core/conversations/erasures';
import { forgetTopics } from '#core/insight/analytics/forget-topics';
import { deleteEverything } from '#platform/buckets';
import { addSeconds, type Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { deletePartition } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import type { Visitor } from '#platform/visitor-token';
import { forgetConversations } from './forget-conversations';

interface ConversationRef {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
}

/**
 * Erases all of a conversation. Its files, and what was made of it elsewhere, are erased when the stream tells of it
 * (`forget-conversations.ts`). Its figures stay, without the words of its questions: a mark keeps it from being counted
 * again from what is left. False when time ran out; another call goes on, since the head, by which the conversation is
 * found, is erased last. A message that arrives meanwhile needs the head, so none is left behind.
 */
export async function eraseConversation(ref: ConversationRef, hasTime: () => boolean): Promise<boolean> {
  const head = await headOf(ref);
  if (head) await promiseErasure(head);
  await bury('conversation', ref.conversationId);
  await markErased(ref, { attr: 'conversationId', exists: true });
  await forgetTopics(ref);
  const partition = conversationChannel(ref.accountId, ref.conversationId);
  return (
    (await deletePartition(partition, { hasTime, last: HEAD_KEY })) &&
    (await deletePartition(partition, { hasTime }))
  );
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

/** A deletion that is younger is followed, or may still be taken back. */
const FOLLOWED_SECONDS = 86_400;

/**
 * Finishes an erasure that was promised and has not come to its end, whether the deletion itself was not followed or what
 * comes after it. False when time ran out. A conversation that was brought back is left alone.
 */
export async function finishErasure(
  clock: Clock,
  { accountId, conversationId }: ConversationRef,
  hasTime: () => boolean,
): Promise<boolean> {
  const ref = { accountId, conversationId };
  const promised = await readItem(ErasureEntity, ref);
  if (!promised) return true;
  const head = await headOf(ref);
  if (head && !isGone(head)) {
    const condition = { attr: 'at', eq: promised.at } as const;
    await ifHolds(ErasureEntity.build(DeleteItemCommand).key(ref).options({ condition }).send());
    return true;
  }
  const { deletedAt } = head ?? {};
  if (deletedAt && deletedAt > addSeconds(clock(), -FOLLOWED_SECONDS).toISOString()) return true;
  const isErased = deletedAt
    ? await eraseDeleted({ ...ref, deletedAt }, hasTime)
    : await eraseConversation(ref, hasTime);
  if (!isErased) return false;
  const files = `${attachmentsFolder(promised)}${ref.conversationId}/`;
  if (!(await deleteEverything(environment('UPLOADS_BUCKET'), files, hasTime))) return false;
  await forgetConversations([promised]);
  return true;
}

function headOf({ accountId, conversationId }: ConversationRef): Promise<StoredConversation | undefined> {
  return readItem(ConversationEntity, { accountId, conversationId });
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
