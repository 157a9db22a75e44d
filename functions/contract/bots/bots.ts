import * as z from 'zod';
import { AccountId, BotId, UserId, WidgetId } from '../base/ids';
import { Line, Text } from '../base/text';
import { BotConfig, EditedConfig } from './bot-config';
import { BotAction, BotStatus, TrainingStep } from './bot-states';

export const BotName = Line({ min: 1, max: 80 });

/** What is left out takes the default of the language. The name is read-only after creation. */
export const CreateBot = EditedConfig.partial().extend({
  name: BotName,
  /** Goes live at once; otherwise it stays a draft. */
  deploy: z.boolean().default(false),
});
export type CreateBot = z.infer<typeof CreateBot>;

/**
 * A change of some fields, based on the `version` that the editor was shown. What is no field of the configuration is
 * refused: left out in silence, a new name would seem to be saved.
 */
export const UpdateBot = EditedConfig.partial()
  .extend({
    version: z.number().int().positive(),
    /** No field of the configuration: it holds for documents that are read from then on, and is not published. */
    readsPictures: z.boolean().optional(),
  })
  .strict();
export type UpdateBot = z.infer<typeof UpdateBot>;

export const Bot = BotConfig.extend({
  id: BotId,
  accountId: AccountId,
  widgetId: WidgetId,
  name: z.string(),
  status: BotStatus,
  /** Whether the text of pages that are pictures, such as scans, is recognised. */
  readsPictures: z.boolean().default(false),
  trainingStep: TrainingStep.nullable(),
  /** Documents that answer at the moment, and the passages they were split into. */
  documentCount: z.number().int().nonnegative(),
  passageCount: z.number().int().nonnegative(),
  failedDocumentCount: z.number().int().nonnegative(),
  /** Grows with every change of the draft. */
  version: z.number().int().positive(),
  /** Number of the version that visitors see, and of the draft it was made of; null: none is published. */
  publishedVersion: z.number().int().positive().nullable(),
  /** Whether the draft differs from what visitors see. */
  hasUnpublishedChanges: z.boolean(),
  /** Whether the embed code shows visitors something: of a paused bot its offline message, of one that is not public nothing. */
  isShown: z.boolean(),
  /** It was on the air until the plan became too small, and comes back with a larger one. */
  isHeldByPlan: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Bot = z.infer<typeof Bot>;

export const BotPage = z.object({ items: z.array(Bot), cursor: z.string().nullable() });
export type BotPage = z.infer<typeof BotPage>;

export const ActOnBot = z.object({ action: BotAction });
export type ActOnBot = z.infer<typeof ActOnBot>;

/** An immutable publication. */
export const BotVersion = z.object({
  number: z.number().int().positive(),
  config: BotConfig,
  publishedAt: z.iso.datetime(),
  publishedBy: UserId,
  /** Null of somebody who has no profile any more. */
  publisherName: z.string().nullable(),
  /** The version that was brought back by it. */
  restoredFrom: z.number().int().positive().nullable(),
});
export type BotVersion = z.infer<typeof BotVersion>;
export const BotVersionPage = z.object({ items: z.array(BotVersion), cursor: z.string().nullable() });
export type BotVersionPage = z.infer<typeof BotVersionPage>;

export const DuplicateBot = z.object({
  name: BotName,
  /** Its documents too: they are read again for the copy. */
  withKnowledge: z.boolean(),
  /**
   * Also its address: websites that have its embed code show the copy, with what the bot has published. The bot itself
   * is off the air then, with another address.
   */
  takesAddress: z.boolean().default(false),
});
export type DuplicateBot = z.infer<typeof DuplicateBot>;

/** The name, as the person typed it to confirm. */
export const DeleteBot = z.object({ name: Text(200) });
export type DeleteBot = z.infer<typeof DeleteBot>;

/** Days in which a deleted bot can be brought back; then everything of it is gone. */
export const RESTORABLE_DAYS = 7;

export const RestoreBot = z.object({
  /** As a draft where it was on the air: the plan may have no room for it there. */
  asDraft: z.boolean().default(false),
});
export type RestoreBot = z.infer<typeof RestoreBot>;

export const DeletedBot = z.object({
  id: BotId,
  name: z.string(),
  deletedAt: z.iso.datetime(),
  /** When it is gone for good. */
  purgeAt: z.iso.datetime(),
});
export type DeletedBot = z.infer<typeof DeletedBot>;
export const DeletedBotList = z.object({ items: z.array(DeletedBot) });
