import * as z from 'zod';
import { BotId, UserId } from '../base/ids';
import { List } from '../base/text';
import { PlanId } from './plan-id';

/** How much of a limit is used. A limit of -1 or 0 is none. */
export const Used = z.object({ used: z.number().int().nonnegative(), limit: z.number().int() });
export type Used = z.infer<typeof Used>;

/** A calendar month (UTC). Null: nobody counted then. */
export const UsageMonth = z.object({
  /** `2026-11` */
  month: z.string(),
  conversations: z.number().int().nonnegative(),
  /** At the month's end, or now. */
  bots: z.number().int().nonnegative().nullable(),
  teamMembers: z.number().int().nonnegative().nullable(),
  documents: z.number().int().nonnegative().nullable(),
});
export type UsageMonth = z.infer<typeof UsageMonth>;

/** What an account uses of its plan in the current calendar month (UTC). */
export const Usage = z.object({
  plan: PlanId,
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  conversations: Used,
  /** On the air. */
  bots: Used,
  /** All there are, drafts included. */
  allBots: Used,
  /** The owner and active members. */
  teamMembers: Used,
  documents: Used,
  /** Pages that are pictures and were read this month; null where none are. */
  picturePages: Used.nullable().default(null),
  /** Conversations of this month by bot, most first; of a bot that was deleted under its last name. */
  byBot: z.array(z.object({ botId: BotId, botName: z.string(), conversations: z.number().int() })),
  /** Past months, the newest first. */
  history: z.array(UsageMonth),
  /** What the plan has paused, until there is room for it. */
  paused: z.object({ bots: z.number().int(), teamMembers: z.number().int() }),
});
export type Usage = z.infer<typeof Usage>;

/** Bots that stay on the air where a plan has no room for all, in this order. */
const KeptBots = List(z.array(BotId).max(100), 100);

export const PreviewPlan = z.object({
  plan: PlanId,
  /** Without it what was chosen before, then the oldest. */
  keep: KeptBots.optional(),
});
export type PreviewPlan = z.infer<typeof PreviewPlan>;

export const KeepBots = z.object({ keep: KeptBots });
export type KeepBots = z.infer<typeof KeepBots>;

const PreviewedBot = z.object({ id: BotId, name: z.string() });
const PreviewedMember = z.object({ id: UserId, name: z.string() });

/** What a plan would change in an account. Nothing is deleted: what pauses comes back with a larger plan. */
export const PlanPreview = z.object({
  plan: PlanId,
  bots: Used.extend({
    stay: z.array(PreviewedBot),
    pause: z.array(PreviewedBot),
    resume: z.array(PreviewedBot),
  }),
  teamMembers: Used.extend({
    stay: z.array(PreviewedMember),
    pause: z.array(PreviewedMember),
    resume: z.array(PreviewedMember),
  }),
  /** Beyond the limit all stay and answer, and none can be added; likewise drafts. */
  allBots: Used,
  documents: Used,
  /** Beyond the limit those that are there go on, and none begins until the month ends. */
  conversations: Used,
});
export type PlanPreview = z.infer<typeof PlanPreview>;

/** Of a lookup of usage that failed: zeros, and the one member that every account has. */
export const UNKNOWN_USAGE = { conversations: 0, bots: 0, teamMembers: 1, documents: 0 } as const;
