import * as z from 'zod';
import { Lines, Text } from '../base/text';
import type { Limits } from './plans';

interface FlagRule {
  /** Where it is on as long as nobody has set it. */
  readonly onStage: string;
}

/** What a stage can switch on and off without a deployment. What each does is said where it is shown. */
export const FLAGS = {
  /** The developer tools answer, and administrators see them. */
  developerTools: { onStage: 'local' },
  /** Domain events are written down for a day, and the developer tools show them. */
  eventLog: { onStage: 'local' },
} as const satisfies Record<string, FlagRule>;
export type FlagName = keyof typeof FLAGS;
export const FlagName = z.enum(Object.keys(FLAGS) as [FlagName, ...FlagName[]]);

/** Whether a flag is on where nobody has set it. */
export function flagDefault(flag: FlagName, stage: string): boolean {
  const { onStage }: FlagRule = FLAGS[flag];
  return onStage === stage;
}

/** Limits of a plan that administrators may set otherwise than the plan's table has them. */
export const ADJUSTABLE_LIMITS = [
  'bots',
  'allBots',
  'conversations',
  'teamMembers',
  'documents',
  'modelAnswers',
  'modelTokens',
  'documentUploads',
  'embeddedTokens',
] as const satisfies readonly (keyof Limits)[];
export type AdjustableLimit = (typeof ADJUSTABLE_LIMITS)[number];

/** -1 is no limit. 0 would mean the same, and nobody who writes it means that. */
const Limit = z
  .int()
  .min(-1)
  .max(1_000_000_000)
  .refine((limit) => limit !== 0, { error: 'Please enter -1 for no limit, or at least 1.' });

const PlanLimits = z
  .object({
    bots: Limit,
    allBots: Limit,
    conversations: Limit,
    teamMembers: Limit,
    documents: Limit,
    modelAnswers: Limit,
    modelTokens: Limit,
    documentUploads: Limit,
    embeddedTokens: Limit,
  })
  .partial();

/** By plan, what differs from the plan's table. */
export const LimitOverrides = z
  .object({ free: PlanLimits, starter: PlanLimits, professional: PlanLimits, enterprise: PlanLimits })
  .partial();
export type LimitOverrides = z.infer<typeof LimitOverrides>;

const NOTICE = 400;
export const Notice = z.object({ en: Lines({ min: 1, max: NOTICE }), de: Lines({ min: 1, max: NOTICE }) });
export type Notice = z.infer<typeof Notice>;

const Flags = z.object({ developerTools: z.boolean(), eventLog: z.boolean() });

/** What administrators set for the whole platform. */
export const PlatformSettings = z.object({
  /** Shown to everybody who uses the application. */
  maintenance: Notice.nullable(),
  signUpOpen: z.boolean(),
  /** The model of bots that have chosen none; null is the stage's own. */
  answerModel: Text(200).min(1).nullable(),
  limits: LimitOverrides,
  flags: Flags,
});
export type PlatformSettings = z.infer<typeof PlatformSettings>;

/** The settings as they are stored. `version` is 0 where nobody has changed them yet. */
export const VersionedSettings = PlatformSettings.extend({
  version: z.int().nonnegative(),
  /** Models that the stage offers. */
  models: z.array(z.string()),
});
export type VersionedSettings = z.infer<typeof VersionedSettings>;

/** A change of some of them; the version that it was made on decides. */
export const UpdateSettings = PlatformSettings.partial().extend({ version: z.int().nonnegative() });
export type UpdateSettings = z.infer<typeof UpdateSettings>;

/** What everybody may know of the settings. */
export const PublicStatus = z.object({
  maintenance: Notice.nullable(),
  signUpOpen: z.boolean(),
  /** By plan, what differs from the plan's table. */
  limits: LimitOverrides.optional(),
});
export type PublicStatus = z.infer<typeof PublicStatus>;
