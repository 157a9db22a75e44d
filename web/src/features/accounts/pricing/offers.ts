import {
  type Limits,
  type LimitsSet,
  limitsWith,
  monthlyPrice,
  PLAN_IDS,
  type PlanId,
} from '#contract/accounts/plans';

export type Interval = 'month' | 'year';

export interface Offer {
  readonly plan: PlanId;
  readonly isPopular: boolean;
  /** Per month. */
  readonly price: number;
  /** What is paid at once when it is paid by the year. */
  readonly yearly: number;
  readonly limits: Limits;
}

/** The plans at what they cost when they are paid like this, with what administrators have set otherwise. */
export function offersFor(interval: Interval, set?: LimitsSet): readonly Offer[] {
  return PLAN_IDS.map((plan) => ({
    plan,
    isPopular: plan === 'professional',
    price: monthlyPrice(plan, interval),
    yearly: Math.round(monthlyPrice(plan, 'year') * 1_200) / 100,
    limits: limitsWith(plan, set),
  }));
}

/** A limit of -1 or 0 is none. */
export function isUnlimited(limit: number): boolean {
  return limit <= 0;
}

/** What a plan is chosen by. */
export const LIMITS = [
  'bots',
  'conversations',
  'teamMembers',
  'documents',
] as const satisfies readonly (keyof Limits)[];

/** The comparison has these besides. Tokens bound the same cost as answers, which people can count. */
export const COMPARED = [
  ...LIMITS,
  'conversationMessages',
  'modelAnswers',
] as const satisfies readonly (keyof Limits)[];

/** What every plan can do. */
export const INCLUDED = ['sources', 'languages', 'widget', 'live'] as const;

export const QUESTIONS = [
  'trial',
  'conversation',
  'document',
  'limit',
  'change',
  'prices',
  'refund',
  'payment',
  'alpha',
] as const;
