import * as z from 'zod';
import { Language } from '../accounts/profile';
import { AccountId, BotId } from '../base/ids';

/** A domain event: what happened, where, and nothing of what was said. */
export const LoggedEvent = z.object({
  id: z.string(),
  type: z.string(),
  at: z.iso.datetime(),
  accountId: z.string().nullable(),
  /** What else it names: a bot, a conversation, a document … */
  ids: z.record(z.string(), z.string()),
});
export type LoggedEvent = z.infer<typeof LoggedEvent>;
export const LoggedEventList = z.object({
  /** Whether events are written down now: the flag `eventLog`. */
  isOn: z.boolean(),
  items: z.array(LoggedEvent),
});
export type LoggedEventList = z.infer<typeof LoggedEventList>;

export const IndexQuery = z.object({ accountId: AccountId, botId: BotId });

/** What answers for a bot: its documents and segments, as the table has them now. */
export const BotIndex = z.object({
  version: z.int().nonnegative(),
  documents: z.int().nonnegative(),
  passages: z.int().nonnegative(),
  /** Of a large bot: where its vectors are. */
  vectorIndex: z.string().nullable(),
  segments: z.array(
    z.object({
      id: z.string(),
      objectKey: z.string(),
      passages: z.int().nonnegative(),
      bytes: z.int().nonnegative(),
      /** Whether it holds many documents. */
      isMerged: z.boolean(),
      /** Of a merged one: documents that answer no more. */
      removedDocuments: z.int().nonnegative(),
      isInVectorIndex: z.boolean(),
    }),
  ),
  /** At most a hundred, the newest first. */
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.string(),
      format: z.string(),
      bytes: z.int().nonnegative(),
      passages: z.int().nonnegative(),
    }),
  ),
});
export type BotIndex = z.infer<typeof BotIndex>;

export const MailPreviewList = z.object({ items: z.array(z.object({ name: z.string() })) });
export const MailPreviewQuery = z.object({ language: Language });
export const MailPreview = z.object({
  subject: z.string(),
  html: z.string(),
  /** Null of Cognito's mails, which are HTML alone. */
  text: z.string().nullable(),
});
export type MailPreview = z.infer<typeof MailPreview>;
