import type * as z from 'zod';
import { Text } from './text';

/** A tenant. Every item of its data leads with this id. */
export const AccountId = Text(64).min(1).brand('AccountId');
export type AccountId = z.infer<typeof AccountId>;

/** The Cognito `sub` of a person. */
export const UserId = Text(64).min(1).brand('UserId');
export type UserId = z.infer<typeof UserId>;

export const BotId = Text(64).min(1).brand('BotId');
export type BotId = z.infer<typeof BotId>;

/** Public id of a bot in the embed code: eight random lower-case letters and digits. */
export const WidgetId = Text(8)
  .regex(/^[a-z0-9]{8}$/)
  .brand('WidgetId');
export type WidgetId = z.infer<typeof WidgetId>;

export const DocumentId = Text(64).min(1).brand('DocumentId');
export type DocumentId = z.infer<typeof DocumentId>;

export const ConversationId = Text(64).min(1).brand('ConversationId');
export type ConversationId = z.infer<typeof ConversationId>;

/** Server's id of a message. Ids sort by time, so a page of messages is a range of ids. */
export const MessageId = Text(64).min(1).brand('MessageId');
export type MessageId = z.infer<typeof MessageId>;

/** A visitor's file. */
export const AttachmentId = Text(64).min(1).brand('AttachmentId');
export type AttachmentId = z.infer<typeof AttachmentId>;

/** The sender's own id of a message: a resend carries the same one and is stored once. */
export const ClientMessageId = Text(64)
  .regex(/^[A-Za-z0-9_-]{8,64}$/)
  .brand('ClientMessageId');
export type ClientMessageId = z.infer<typeof ClientMessageId>;

/** An address that was invited into an account. */
export const InvitationId = Text(64).min(1).brand('InvitationId');
export type InvitationId = z.infer<typeof InvitationId>;

/** A key to the API. Ids sort by time. */
export const ApiKeyId = Text(64).min(1).brand('ApiKeyId');
export type ApiKeyId = z.infer<typeof ApiKeyId>;

/** Where a bot's events are posted. */
export const WebhookId = Text(64).min(1).brand('WebhookId');
export type WebhookId = z.infer<typeof WebhookId>;

/** One event on its way to one webhook. Ids sort by time. */
export const DeliveryId = Text(64).min(1).brand('DeliveryId');
export type DeliveryId = z.infer<typeof DeliveryId>;

/** A website that a bot reads, by its address. */
export const SiteId = Text(64).min(1).brand('SiteId');
export type SiteId = z.infer<typeof SiteId>;

/** A page of it, by its address. */
export const SitePageId = Text(64).min(1).brand('SitePageId');
export type SitePageId = z.infer<typeof SitePageId>;
/** Questions alike that a bot could not answer. */
export const UnansweredId = Text(64).min(1).brand('UnansweredId');
export type UnansweredId = z.infer<typeof UnansweredId>;

/** A question that a bot is to be able to answer. */
export const GoldenId = Text(64).min(1).brand('GoldenId');
export type GoldenId = z.infer<typeof GoldenId>;

/** The sender's own id of a canned reply. */
export const CannedReplyId = Text(64)
  .regex(/^[A-Za-z0-9_-]{8,64}$/)
  .brand('CannedReplyId');
export type CannedReplyId = z.infer<typeof CannedReplyId>;

const ownId = () => Text(64).regex(/^[A-Za-z0-9_-]{8,64}$/);

/** The sender's own id of an export: asking again with it makes no second one. */
export const ExportId = ownId().brand('ExportId');
export type ExportId = z.infer<typeof ExportId>;

/** The sender's own id of a report that is sent by the clock. */
export const ReportScheduleId = ownId().brand('ReportScheduleId');
export type ReportScheduleId = z.infer<typeof ReportScheduleId>;

/** Of the event that it tells of. */
export const NotificationId = Text(40).min(1).brand('NotificationId');
export type NotificationId = z.infer<typeof NotificationId>;

/** The sender's own id of asking for a report now: asking again with it sends nothing more. */
export const ReportRequestId = ownId().brand('ReportRequestId');
export type ReportRequestId = z.infer<typeof ReportRequestId>;

/** One sending of a report. Ids sort by time. */
export const ReportRunId = Text(64).min(1).brand('ReportRunId');
export type ReportRunId = z.infer<typeof ReportRunId>;

/** The sender's own id of a template that a person saved. */
export const ReportTemplateId = ownId().brand('ReportTemplateId');
export type ReportTemplateId = z.infer<typeof ReportTemplateId>;
