import * as z from 'zod';
import { PlanId } from './plan-id';

/**
 * How a plan is held: `given` without a trial or a subscription, `trial` before one, `starting` with one whose first
 * payment is still to come; `ending` with a day on which it ends; `past_due` while its plan is kept though a payment
 * failed, then `paused`. The last three are over, and the free plan holds.
 */
export const PLAN_STATES = [
  'free',
  'given',
  'trial',
  'starting',
  'active',
  'ending',
  'past_due',
  'paused',
  'trial_over',
  'canceled',
  'payment_failed',
] as const;

/** What comes off every invoice, and until when; null is for good. */
export const PlanDiscount = z.object({
  percent: z.number().positive(),
  until: z.iso.datetime().nullable(),
  /** By the alpha programme. */
  earlyAdopter: z.boolean(),
});
export type PlanDiscount = z.infer<typeof PlanDiscount>;

/** What a person is told of their plan, wherever they are told of it. */
export const PlanStanding = z.object({
  state: z.enum(PLAN_STATES),
  /** That it is, or was. */
  plan: PlanId,
  /** When it ends, is renewed or paid first; of what is over, when it ended. */
  at: z.iso.datetime().nullable(),
  discount: PlanDiscount.nullable(),
});
export type PlanStanding = z.infer<typeof PlanStanding>;
