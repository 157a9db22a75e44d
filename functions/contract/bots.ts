import * as z from 'zod';
import { AccountId, BotId, WidgetId } from './ids';
import { Language } from './profile';
import { Line, Lines } from './text';

export const BotStatus = z.enum(['draft', 'training', 'ready', 'active', 'inactive', 'error']);
export type BotStatus = z.infer<typeof BotStatus>;

export const BotName = Line({ min: 1, max: 80 });
export const WidgetPosition = z.enum(['bottom-right', 'bottom-left', 'top-right', 'top-left']);
const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** What visitors read before the owner writes her own, per language of the bot. */
export const DEFAULT_MESSAGES: Record<Language, { welcome: string; fallback: string; placeholder: string }> =
  {
    en: {
      welcome: 'Hello! How can I help you today?',
      fallback: "I'm sorry, I couldn't find an answer to that in our documents.",
      placeholder: 'Ask a question …',
    },
    de: {
      welcome: 'Hallo! Wie kann ich Ihnen heute helfen?',
      fallback: 'Dazu habe ich in unseren Unterlagen leider keine Antwort gefunden.',
      placeholder: 'Stellen Sie eine Frage …',
    },
  };

const Editable = {
  description: Lines({ max: 500 }).default(''),
  language: Language.default('en'),
  companyName: Line({ max: 160 }).default('Your Company'),
  welcomeMessage: Lines({ max: 500 }).optional(),
  fallbackMessage: Lines({ max: 500 }).optional(),
  primaryColor: Colour.default('#4f46e5'),
  secondaryColor: Colour.default('#ffffff'),
  position: WidgetPosition.default('bottom-right'),
  /** Hosts (`example.com`, `*.example.com`) the widget may run on; empty means any. */
  allowedDomains: z.array(z.string().trim().toLowerCase().max(253)).max(50).default([]),
} as const;

/** Messages left out take the language's default. The name is read-only after creation. */
export const CreateBot = z.object({ name: BotName, ...Editable });
export type CreateBot = z.infer<typeof CreateBot>;

/** A change of some fields, based on the `version` that the editor was shown. */
export const UpdateBot = z
  .object({
    version: z.number().int().positive(),
    description: Lines({ max: 500 }),
    language: Language,
    companyName: Line({ max: 160 }),
    welcomeMessage: Lines({ min: 1, max: 500 }),
    fallbackMessage: Lines({ min: 1, max: 500 }),
    primaryColor: Colour,
    secondaryColor: Colour,
    position: WidgetPosition,
    allowedDomains: z.array(z.string().trim().toLowerCase().max(253)).max(50),
  })
  .partial()
  .required({ version: true });
export type UpdateBot = z.infer<typeof UpdateBot>;

export const Bot = z.object({
  id: BotId,
  accountId: AccountId,
  widgetId: WidgetId,
  name: z.string(),
  description: z.string(),
  language: Language,
  status: BotStatus,
  companyName: z.string(),
  welcomeMessage: z.string(),
  fallbackMessage: z.string(),
  primaryColor: Colour,
  secondaryColor: Colour,
  position: WidgetPosition,
  allowedDomains: z.array(z.string()),
  /** Documents that answer at the moment, and the passages they were split into. */
  documentCount: z.number().int().nonnegative(),
  passageCount: z.number().int().nonnegative(),
  version: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Bot = z.infer<typeof Bot>;

export const BotPage = z.object({ items: z.array(Bot), cursor: z.string().nullable() });
export type BotPage = z.infer<typeof BotPage>;

/** What the edge serves at /w/{widgetId}.json: the bot as a stranger's website may know it. */
export const PublicBot = z.object({
  widgetId: WidgetId,
  version: z.number().int().positive(),
  botName: z.string(),
  companyName: z.string(),
  language: Language,
  greeting: z.string(),
  placeholder: z.string(),
  primaryColor: Colour,
  secondaryColor: Colour,
  position: WidgetPosition,
});
export type PublicBot = z.infer<typeof PublicBot>;
