import * as z from 'zod';
import { Language } from '../accounts/profile';
import { BotCategory, BotConfig, BotType, Colour } from '../bots/bot-config';
import { CreateBot } from '../bots/bots';
import { DataField, FieldType } from '../bots/flow';
import { TemplateId } from './template-id';

export const Difficulty = z.enum(['beginner', 'intermediate', 'advanced']);
export type Difficulty = z.infer<typeof Difficulty>;

/** Of the people who rated it, each once. */
export const TemplateRating = z.object({
  /** From 1 to 5; null while nobody has rated it. */
  average: z.number().min(1).max(5).nullable(),
  count: z.number().int().nonnegative(),
  /** The caller's own. */
  own: z.number().int().min(1).max(5).nullable(),
  /** Whether the caller has made a bot from it: who has not used it isn't asked. */
  mayRate: z.boolean(),
});
export type TemplateRating = z.infer<typeof TemplateRating>;

export const TemplateSummary = z.object({
  id: TemplateId,
  category: BotCategory,
  type: BotType,
  difficulty: Difficulty,
  setupMinutes: z.number().int().positive(),
  name: z.string(),
  summary: z.string(),
  primaryColor: Colour,
  stepCount: z.number().int().nonnegative(),
  fieldTypes: z.array(FieldType),
  /** Bots that were made from it. */
  useCount: z.number().int().nonnegative(),
  rating: TemplateRating,
});
export type TemplateSummary = z.infer<typeof TemplateSummary>;

export const TemplateList = z.object({ items: z.array(TemplateSummary) });
export type TemplateList = z.infer<typeof TemplateList>;

export const Template = TemplateSummary.extend({
  /** What it does for whoever uses it. */
  points: z.array(z.string()),
  fields: z.array(DataField),
  /** A bot's configuration as the template makes it, with its flow. */
  config: BotConfig,
});
export type Template = z.infer<typeof Template>;

/** The language of a template's texts, and of the bot that is made from it. */
export const TemplateQuery = z.object({ language: Language.default('en') });

/** What is given replaces what the template has; everything else is as it says, in the bot's language. */
export const CreateFromTemplate = CreateBot.extend({ language: Language });
export type CreateFromTemplate = z.infer<typeof CreateFromTemplate>;

export const RateTemplate = z.object({ rating: z.number().int().min(1).max(5) });
export type RateTemplate = z.infer<typeof RateTemplate>;
