import { Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { AttachmentType } from '#contract/conversations/attachments';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { ObjectAddress } from '#platform/buckets';
import { environment } from '#platform/environment';
import { table } from '#platform/table';

/** A visitor's file, in the partition of its conversation: what erases that erases it, and the stream its object. */
export const AttachmentEntity = new Entity({
  name: 'Attachment',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    attachmentId: string().key(),
    botId: string(),
    name: string(),
    size: number(),
    type: string().enum(...AttachmentType.options),
    createdAt: string(),
    /** The message that brought it. */
    messageId: string().optional(),
    /** The version of the object that was looked at: the form could be posted again. */
    versionId: string().optional(),
    /** Seconds since 1970, until a message brings it: a file that none brings is erased. */
    expiresAt: number().optional(),
  }),
  computeKey: ({ accountId, conversationId, attachmentId }) => ({
    pk: conversationChannel(accountId, conversationId),
    sk: `ATTACHMENT#${attachmentId}`,
  }),
});
export type StoredAttachment = FormattedItem<typeof AttachmentEntity>;

type AttachmentKey = Pick<StoredAttachment, 'accountId' | 'botId' | 'conversationId' | 'attachmentId'>;

export function attachmentAddress(key: AttachmentKey): ObjectAddress {
  const { conversationId, attachmentId } = key;
  return {
    bucket: environment('UPLOADS_BUCKET'),
    key: `${attachmentsFolder(key)}${conversationId}/${attachmentId}`,
  };
}

/** Where all files of a bot's visitors lie. */
export function attachmentsFolder({ accountId, botId }: Pick<AttachmentKey, 'accountId' | 'botId'>): string {
  return `attachments/${accountId}/${botId}/`;
}
