import * as z from 'zod';

/** A tenant. Every item of its data leads with this id. */
export const AccountId = z.string().min(1).max(64).brand('AccountId');
export type AccountId = z.infer<typeof AccountId>;

/** The Cognito `sub` of a person. */
export const UserId = z.string().min(1).max(64).brand('UserId');
export type UserId = z.infer<typeof UserId>;

export const BotId = z.string().min(1).max(64).brand('BotId');
export type BotId = z.infer<typeof BotId>;

/** Public id of a bot in the embed code: eight random lower-case letters and digits. */
export const WidgetId = z
  .string()
  .regex(/^[a-z0-9]{8}$/)
  .brand('WidgetId');
export type WidgetId = z.infer<typeof WidgetId>;

export const DocumentId = z.string().min(1).max(64).brand('DocumentId');
export type DocumentId = z.infer<typeof DocumentId>;

export const ConversationId = z.string().min(1).max(64).brand('ConversationId');
export type ConversationId = z.infer<typeof ConversationId>;

/** Server's id of a message. Ids sort by time, so a page of messages is a range of ids. */
export const MessageId = z.string().min(1).max(64).brand('MessageId');
export type MessageId = z.infer<typeof MessageId>;

/** The id of a conversation's nth message: ids sort as messages were said, without gaps. */
export function messageIdOf(conversationId: string, sequence: number): string {
  return `${conversationId}-${String(sequence).padStart(6, '0')}`;
}

/** A visitor's file. */
export const AttachmentId = z.string().min(1).max(64).brand('AttachmentId');
export type AttachmentId = z.infer<typeof AttachmentId>;

/** The sender's own id of a message: a resend carries the same one and is stored once. */
export const ClientMessageId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/)
  .brand('ClientMessageId');
export type ClientMessageId = z.infer<typeof ClientMessageId>;

/** Where a bot's events are posted. */
export const WebhookId = z.string().min(1).max(64).brand('WebhookId');
export type WebhookId = z.infer<typeof WebhookId>;

/** One event on its way to one webhook. Ids sort by time. */
export const DeliveryId = z.string().min(1).max(64).brand('DeliveryId');
export type DeliveryId = z.infer<typeof DeliveryId>;

/** A website that a bot reads, by its address. */
export const SiteId = z.string().min(1).max(64).brand('SiteId');
export type SiteId = z.infer<typeof SiteId>;

/** A page of it, by its address. */
export const SitePageId = z.string().min(1).max(64).brand('SitePageId');
export type SitePageId = z.infer<typeof SitePageId>;
/** Questions alike that a bot could not answer. */
export const UnansweredId = z.string().min(1).max(64).brand('UnansweredId');
export type UnansweredId = z.infer<typeof UnansweredId>;

/** A question that a bot is to be able to answer. */
export const GoldenId = z.string().min(1).max(64).brand('GoldenId');
export type GoldenId = z.infer<typeof GoldenId>;
