import * as z from 'zod';

export const PlanId = z.enum(['free', 'starter', 'professional', 'enterprise']);
export type PlanId = z.infer<typeof PlanId>;

/** A limit of -1 or 0 means unchecked; 'none' is therefore never written as 0. */
export interface Limits {
  readonly bots: number;
  readonly conversations: number;
  readonly teamMembers: number;
  readonly documents: number;
}

/** The plans: monthly price in whole US dollars and what each includes per calendar month. */
export const PLANS: Readonly<Record<PlanId, { readonly price: number; readonly limits: Limits }>> = {
  free: { price: 0, limits: { bots: 1, conversations: 100, teamMembers: 1, documents: 5 } },
  starter: { price: 29, limits: { bots: 1, conversations: 1_000, teamMembers: 1, documents: 10 } },
  professional: { price: 99, limits: { bots: 5, conversations: 10_000, teamMembers: 5, documents: 100 } },
  enterprise: { price: 299, limits: { bots: -1, conversations: 100_000, teamMembers: -1, documents: -1 } },
};

/** Off the price when a year is paid at once. */
export const ANNUAL_DISCOUNT = 0.2;

/** What a month of a plan costs, paid by the month or by the year. */
export function monthlyPrice(plan: PlanId, interval: 'month' | 'year'): number {
  const { price } = PLANS[plan];
  return interval === 'month' ? price : Math.round(price * (1 - ANNUAL_DISCOUNT) * 100) / 100;
}

/** Days of the starter trial that a new account begins with; three months when it came by the alpha programme. */
export const TRIAL_DAYS = { regular: 14, alpha: 90 } as const;
