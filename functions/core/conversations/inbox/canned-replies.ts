import { DeleteItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import { CannedReplyId } from '#contract/base/ids';
import {
  type CannedReply,
  type CannedReplyList,
  MAX_CANNED_REPLIES,
  type WriteCannedReply,
} from '#contract/conversations/inbox-work';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { listAll } from '#platform/table-reads';
import { CannedReplyEntity, cannedRepliesPartition, type StoredCannedReply } from './entity';

export async function listCannedReplies({ accountId }: Actor): Promise<CannedReplyList> {
  const stored = await repliesOf(accountId);
  return { items: stored.map(toReply).sort((one, other) => one.title.localeCompare(other.title)) };
}

/** Repeating it changes nothing. Two at once may save one more than an account keeps, which harms nobody. */
export async function saveCannedReply(
  { accountId }: Actor,
  cannedReplyId: CannedReplyId,
  { title, text }: WriteCannedReply,
): Promise<CannedReply> {
  const known = await repliesOf(accountId);
  const isNew = !known.some((reply) => reply.cannedReplyId === cannedReplyId);
  if (isNew && known.length >= MAX_CANNED_REPLIES) throw new ParleyError('inbox.too_many_replies');
  const stored = { accountId, cannedReplyId, title, text };
  await CannedReplyEntity.build(PutItemCommand).item(stored).send();
  return toReply(stored);
}

export async function deleteCannedReply({ accountId }: Actor, cannedReplyId: CannedReplyId): Promise<void> {
  await CannedReplyEntity.build(DeleteItemCommand).key({ accountId, cannedReplyId }).send();
}

async function repliesOf(accountId: string): Promise<readonly StoredCannedReply[]> {
  return listAll(CannedReplyEntity, cannedRepliesPartition(accountId));
}

function toReply({ cannedReplyId, title, text }: StoredCannedReply): CannedReply {
  return { id: CannedReplyId.parse(cannedReplyId), title, text };
}
