import * as z from 'zod';
import { Language } from '../accounts/profile';
import { Line, Lines, List, Text, WebAddress } from '../base/text';
import { ANY_TIME, BusinessHours, TimeZone } from './business-hours';
import { Flow } from './flow';
import { isWholeEnding, SiteHost } from './site-host';

/** `lead_qualification` judges leads, `lead_generation` collects them. */
export const BotType = z.enum([
  'customerSupport',
  'faq',
  'lead_qualification',
  'lead_generation',
  'ecommerce',
  'booking',
  'survey',
]);
export type BotType = z.infer<typeof BotType>;

export const BotCategory = z.enum([
  'lead_generation',
  'customer_support',
  'sales_marketing',
  'ecommerce',
  'events_booking',
  'surveys_feedback',
]);
export type BotCategory = z.infer<typeof BotCategory>;

/** `public`: any page of ours and the allowed websites; `internal`: signed-in members; `private`: its editors. */
export const BotVisibility = z.enum(['public', 'internal', 'private']);
export type BotVisibility = z.infer<typeof BotVisibility>;

export const WidgetTheme = z.enum(['light', 'dark', 'auto']);
export const WidgetPosition = z.enum(['bottom-right', 'bottom-left', 'top-right', 'top-left']);
export const WidgetSize = z.enum(['small', 'medium', 'large']);
/** `hybrid` stands in the page where it is on screen, and floats where it has been scrolled away. */
export const WidgetMode = z.enum(['floating', 'embedded', 'hybrid']);
export const ButtonStyle = z.enum(['rounded', 'square']);
/** Fonts that every device has: a stranger's website loads none for us. */
export const FontFamily = z.enum(['system', 'sans', 'serif', 'rounded', 'mono', 'inherit']);
export const WidgetShadow = z.enum(['none', 'small', 'medium', 'large']);
export const EscalationTrigger = z.enum(['manual', 'failed_responses', 'sentiment', 'keywords']);
export type EscalationTrigger = z.infer<typeof EscalationTrigger>;

export const Colour = Text(7)
  .regex(/^#[0-9a-fA-F]{6}$/, 'Please enter a colour such as #4f46e5.')
  .toLowerCase();
/** A length of CSS that can mean no harm: whole pixels, or per cent of what it stands in. */
const Extent = Text(6).regex(
  /^(?:\d{1,4}px|(?:100|\d{1,2})%)$/,
  'Please enter a length such as 600px or 100%.',
);
/**
 * Of our own widget bucket, or of the customer's website: by https, since browsers show no other picture on pages that
 * are secure; by http only of this machine, which has no other.
 */
const ImageAddress = WebAddress(1_000).refine(isSecure, {
  message: 'Please enter a secure address (https).',
  params: { code: 'https' },
});

/** Whether a page that is secure shows what is there. */
function isSecure(address: string): boolean {
  return /^(?:https:\/\/|http:\/\/(?:[\w-]+\.)*localhost[:/])/i.test(address);
}

/**
 * Everything of a bot that its editor changes and a publication freezes. Flat, so that two editors' changes merge
 * field by field. `botDefaults` says what a field is before anyone changes it.
 */
export const BotConfig = z.object({
  // general
  description: Lines({ max: 500 }),
  type: BotType,
  category: BotCategory.nullable(),
  language: Language,
  visibility: BotVisibility,
  companyName: Line({ max: 160 }),
  timezone: TimeZone,
  avatarUrl: ImageAddress.nullable(),
  analyticsEnabled: z.boolean(),
  /** Days after its last message that a conversation is kept, with its files; null: until somebody deletes it. */
  retentionDays: z.number().int().min(1).max(3_650).nullable(),
  /** What visitors write is stored without such a number or address. */
  maskEmails: z.boolean(),
  maskPhones: z.boolean(),
  maskCards: z.boolean(),

  // appearance
  primaryColor: Colour,
  secondaryColor: Colour,
  accentColor: Colour,
  theme: WidgetTheme,
  buttonStyle: ButtonStyle,
  fontFamily: FontFamily,
  /** Pixels. */
  fontSize: z.number().int().min(12).max(20),
  position: WidgetPosition,
  size: WidgetSize,
  mode: WidgetMode,
  embeddedWidth: Extent,
  embeddedHeight: Extent,
  /** Pixels. */
  borderRadius: z.number().int().min(0).max(32),
  shadow: WidgetShadow,
  /** Whether the embedded chat shrinks with a narrow page rather than keeping its width. */
  responsive: z.boolean(),
  showBranding: z.boolean(),
  customCss: Text(10_000),

  // messaging
  /** The first bubble in the chat. */
  welcomeMessage: Lines({ min: 1, max: 500 }),
  /** What stands beside the closed launcher; empty shows nothing. */
  greetingMessage: Line({ max: 160 }),
  fallbackMessage: Lines({ min: 1, max: 500 }),
  /** Outside business hours, and while the bot is paused. */
  offlineMessage: Lines({ min: 1, max: 500 }),
  escalationMessage: Lines({ min: 1, max: 500 }),
  placeholder: Line({ min: 1, max: 100 }),
  starterQuestions: List(z.array(Line({ min: 1, max: 120 })).max(6), 6),
  autoOpen: z.boolean(),
  typingIndicator: z.boolean(),
  /** Seconds that an answer waits before its first word shows. */
  responseDelay: z.number().min(0).max(10),
  enableFileUpload: z.boolean(),
  /** Thumbs at each answer. */
  enableFeedback: z.boolean(),
  /** Stars when the conversation ends. */
  collectFeedback: z.boolean(),
  businessHours: BusinessHours,
  /** What visitors are led through before the documents answer; null: they answer at once. */
  flow: Flow.nullable(),

  // AI
  /** What the bot is, how it speaks, what it leaves alone: in the company's words, below Parley's own rules. */
  instructions: Lines({ max: 4_000 }),
  /** Null: the stage's model. */
  model: Text(200).nullable(),
  escalationEnabled: z.boolean(),
  escalationTrigger: EscalationTrigger,
  /** Of `failed_responses`: answers in a row that found nothing. Of `sentiment`: unhappy messages in a row. */
  escalationThreshold: z.number().int().min(1).max(10),
  escalationKeywords: List(z.array(Line({ min: 1, max: 60 })).max(50), 50),
  /** Times that a visitor may have an answer written anew. */
  maxRetries: z.number().int().min(0).max(10),
  sessionTimeoutMinutes: z.number().int().min(5).max(1_440),

  // deployment
  /** Hosts that the widget may run on; empty means any. */
  allowedDomains: List(z.array(SiteHost).max(50), 50),
});
export type BotConfig = z.infer<typeof BotConfig>;

/** As it may be written. A stored one may be older than what is asked here, and is read and shown as it is. */
export const EditedConfig = BotConfig.extend({
  allowedDomains: List(
    z
      .array(
        SiteHost.refine((host) => !isWholeEnding(host), {
          error: 'This would let in every website with this ending.',
          params: { code: 'whole_ending' },
        }),
      )
      .max(50),
    50,
  ),
});

export const CONFIG_FIELDS = Object.keys(BotConfig.shape) as readonly (keyof BotConfig)[];

type Message =
  | 'welcomeMessage'
  | 'greetingMessage'
  | 'fallbackMessage'
  | 'offlineMessage'
  | 'escalationMessage'
  | 'placeholder';

/** Texts that a bot begins with, per language; a text that was never changed follows the bot's language. */
export const DEFAULT_MESSAGES: Record<Language, Pick<BotConfig, Message>> = {
  en: {
    welcomeMessage: 'Hello! How can I help you today?',
    greetingMessage: '',
    fallbackMessage: "I'm sorry, I couldn't find an answer to that in our documents.",
    offlineMessage: 'We are not here at the moment.',
    escalationMessage: 'I am passing you on to one of our team. Please stay with us for a moment.',
    placeholder: 'Ask a question …',
  },
  de: {
    welcomeMessage: 'Hallo! Wie kann ich Ihnen heute helfen?',
    greetingMessage: '',
    fallbackMessage: 'Dazu habe ich in unseren Unterlagen leider keine Antwort gefunden.',
    offlineMessage: 'Wir sind gerade nicht da.',
    escalationMessage: 'Ich gebe Sie an jemanden aus unserem Team weiter. Bitte bleiben Sie einen Moment.',
    placeholder: 'Stellen Sie eine Frage …',
  },
};

/** A text as a visitor of this language gets it: one that nobody changed in their language, all else as it was written. */
export function messageIn<M extends Message>(
  language: Language,
  config: Pick<BotConfig, M | 'language'>,
  message: M,
): BotConfig[M] {
  const isDefault = config[message] === DEFAULT_MESSAGES[config.language][message];
  return isDefault ? DEFAULT_MESSAGES[language][message] : config[message];
}

const NEUTRAL: Omit<BotConfig, 'language' | 'companyName' | Message> = {
  description: '',
  type: 'customerSupport',
  category: null,
  visibility: 'public',
  timezone: 'Europe/Berlin',
  avatarUrl: null,
  analyticsEnabled: true,
  retentionDays: null,
  maskEmails: false,
  maskPhones: false,
  maskCards: false,
  primaryColor: '#4f46e5',
  secondaryColor: '#ffffff',
  accentColor: '#4f46e5',
  theme: 'auto',
  buttonStyle: 'rounded',
  fontFamily: 'system',
  fontSize: 15,
  position: 'bottom-right',
  size: 'medium',
  mode: 'floating',
  embeddedWidth: '100%',
  embeddedHeight: '600px',
  borderRadius: 16,
  shadow: 'medium',
  responsive: true,
  showBranding: true,
  customCss: '',
  starterQuestions: [],
  autoOpen: false,
  typingIndicator: true,
  responseDelay: 0,
  enableFileUpload: false,
  enableFeedback: true,
  collectFeedback: true,
  businessHours: ANY_TIME,
  flow: null,
  instructions: '',
  model: null,
  escalationEnabled: true,
  escalationTrigger: 'manual',
  escalationThreshold: 3,
  escalationKeywords: [],
  maxRetries: 3,
  sessionTimeoutMinutes: 30,
  allowedDomains: [],
};

const COMPANY = { en: 'Your Company', de: 'Ihr Unternehmen' } as const satisfies Record<Language, string>;

/** A bot of this language before anyone changes it. */
export function botDefaults(language: Language): BotConfig {
  return { ...NEUTRAL, ...DEFAULT_MESSAGES[language], companyName: COMPANY[language], language };
}
