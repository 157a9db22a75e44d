import { $add, $remove, DeleteItemCommand, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { AttachmentId } from '#contract/base/ids';
import {
  type Attachment,
  type AttachmentGrant,
  MAX_ATTACHMENTS,
  type RequestUpload,
} from '#contract/conversations/attachments';
import type { OriginalLink } from '#contract/knowledge/documents';
import { limitRate } from '#core/accounts/limits/rate-limit';
import { deleteVersions, getBeginning, presignDownload, presignUpload } from '#platform/buckets';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newId } from '#platform/ids';
import { readItem } from '#platform/table-reads';
import { type ConditionalWrite, ifHolds, transact } from '#platform/table-writes';
import type { Visitor } from '#platform/visitor-token';
import { mayGoOn } from './abandoned';
import { askedConfig } from './asked-bot';
import { AttachmentEntity, attachmentAddress, type StoredAttachment } from './attachment-entity';
import { ConversationEntity } from './entity';
import { isOfType, TELLING_BYTES } from './file-type';
import { waitsForFile } from './flow-turn';
import { type ConversationRef, loadConversation } from './messages';

/** Files a minute that no person hands in. */
const PER_CONVERSATION = 10;
/** How long a form may be posted. */
const UPLOAD_SECONDS = 15 * 60;
/** How long a file waits for its message. */
const WAITING_SECONDS = 2 * 60 * 60;
const DOWNLOAD_SECONDS = 5 * 60;

/** Announces a file, where the bot takes files or its flow has asked for one, and gives a form that uploads exactly it. */
export async function requestUpload(
  clock: Clock,
  visitor: Visitor,
  { name, size, type }: RequestUpload,
): Promise<AttachmentGrant> {
  const { accountId, conversationId, botId } = visitor;
  const [conversation] = await Promise.all([
    loadConversation(visitor),
    limitRate(clock, `ATTACHMENTS#${conversationId}`, PER_CONVERSATION),
  ]);
  if (!mayGoOn(conversation)) throw new ParleyError('conversation.ended');
  const { enableFileUpload, flow } = await askedConfig(conversation);
  const isAskedFor = conversation.flowState !== undefined && waitsForFile(flow, conversation.flowState);
  if (!enableFileUpload && !isAskedFor) throw new ParleyError('attachment.not_allowed');
  const now = clock();
  const attachmentId = AttachmentId.parse(newId(now));
  const stored: StoredAttachment = {
    accountId,
    conversationId,
    attachmentId,
    botId,
    name,
    size,
    type,
    createdAt: now.toISOString(),
    expiresAt: epochSeconds(now) + WAITING_SECONDS,
  };
  await transact(
    {
      write: ConversationEntity.build(UpdateTransaction)
        .item({ accountId, conversationId, attachmentCount: $add(1) })
        .options({
          condition: {
            or: [
              { attr: 'attachmentCount', exists: false },
              { attr: 'attachmentCount', lt: MAX_ATTACHMENTS },
            ],
          },
        }),
      refused: () => new ParleyError('attachment.too_many', { details: { limit: MAX_ATTACHMENTS } }),
    },
    { write: AttachmentEntity.build(PutTransaction).item(stored) },
  );
  const upload = await presignUpload(attachmentAddress(stored), {
    contentType: type,
    // Exactly the announced size: what the form lets through is what was checked here.
    minBytes: size,
    maxBytes: size,
    seconds: UPLOAD_SECONDS,
  });
  return { attachmentId, upload };
}

/** A file as a message brings it. */
export interface ArrivedFile {
  readonly attachment: Attachment;
  /** Has the message that is stored with it keep the file, unless another one brought it. */
  keep(messageId: string): ConditionalWrite;
}

/**
 * The file that a message names, once it has arrived and is what it was announced as. What it is not is erased: throws
 * `attachment.type_mismatch`.
 */
export async function arrivedFile(
  clock: Clock,
  ref: ConversationRef,
  attachmentId: AttachmentId,
): Promise<ArrivedFile> {
  const stored = await findAttachment(ref, attachmentId);
  const isLate = stored?.expiresAt !== undefined && stored.expiresAt <= epochSeconds(clock());
  if (!stored || isLate) throw new ParleyError('attachment.not_found');
  // A message that is sent again finds its file kept: which message that is, the condition decides.
  const versionId = stored.messageId === undefined ? await checkedVersion(stored) : stored.versionId;
  const { accountId, conversationId, name, size, type } = stored;
  return {
    attachment: { id: attachmentId, name, size, type },
    keep: (messageId) => ({
      write: AttachmentEntity.build(UpdateTransaction)
        .item({
          accountId,
          conversationId,
          attachmentId,
          messageId,
          expiresAt: $remove(),
          ...(versionId !== undefined && { versionId }),
        })
        .options({
          condition: {
            and: [
              { attr: 'name', exists: true },
              { attr: 'messageId', exists: false },
            ],
          },
        }),
      refused: () => new ParleyError('attachment.not_found'),
    }),
  };
}

/** The version of the file that its beginning was read of. */
async function checkedVersion(stored: StoredAttachment): Promise<string | undefined> {
  const beginning = await getBeginning(attachmentAddress(stored), TELLING_BYTES);
  if (!beginning) throw new ParleyError('attachment.not_found');
  if (!isOfType(beginning.bytes, stored.type)) {
    await removeUnused(stored);
    throw new ParleyError('attachment.type_mismatch');
  }
  return beginning.versionId ?? undefined;
}

/** What follows the table erases the file itself. */
async function removeUnused({ accountId, conversationId, attachmentId }: StoredAttachment): Promise<void> {
  await ifHolds(
    AttachmentEntity.build(DeleteItemCommand)
      .key({ accountId, conversationId, attachmentId })
      .options({ condition: { attr: 'messageId', exists: false } })
      .send(),
  );
}

/** A link that saves a file of this conversation. It is never shown in a browser's window: it is a stranger's. */
export async function linkToAttachment(
  clock: Clock,
  ref: ConversationRef,
  attachmentId: AttachmentId,
): Promise<OriginalLink> {
  const stored = await findAttachment(ref, attachmentId);
  if (stored?.messageId === undefined) throw new ParleyError('attachment.not_found');
  const { name, type, versionId } = stored;
  const url = await presignDownload(
    { ...attachmentAddress(stored), versionId },
    { fileName: name, contentType: type, disposition: 'attachment', seconds: DOWNLOAD_SECONDS },
  );
  return { url, expiresAt: addSeconds(clock(), DOWNLOAD_SECONDS).toISOString() };
}

/** Erases the file of an attachment that is no more, every version of it. Repeating it changes nothing. */
export async function eraseAttachment(removed: StoredAttachment): Promise<void> {
  await deleteVersions(attachmentAddress(removed));
}

async function findAttachment(
  { accountId, conversationId }: ConversationRef,
  attachmentId: AttachmentId,
): Promise<StoredAttachment | undefined> {
  return readItem(AttachmentEntity, { accountId, conversationId, attachmentId });
}
