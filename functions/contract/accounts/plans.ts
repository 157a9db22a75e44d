export const PLAN_IDS = ['free', 'starter', 'professional', 'enterprise'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

/** As they are called in every language. */
export const PLAN_NAMES: Readonly<Record<PlanId, string>> = {
  free: 'Free',
  starter: 'Starter',
  professional: 'Professional',
  enterprise: 'Enterprise',
};

/** A limit of -1 or 0 means unchecked; 'none' is therefore never written as 0. What each counts is in `limits.ts`. */
export interface Limits {
  /** On the air: published, also while they are paused. */
  readonly bots: number;
  /** All there are, drafts included. */
  readonly allBots: number;
  readonly conversations: number;
  readonly teamMembers: number;
  readonly documents: number;
  /** Reports that are sent by the clock. */
  readonly reportSchedules: number;
  /** Addresses that one of them is sent to. */
  readonly reportRecipients: number;
  /** Keys to the API that count at once. */
  readonly apiKeys: number;
  /** Of a visitor, in one conversation. */
  readonly conversationMessages: number;
  /** Answers for which the model is asked, of one bot and day (UTC). */
  readonly modelAnswers: number;
  /** Tokens that the model reads and writes, of one bot and day (UTC). */
  readonly modelTokens: number;
  /** Files that are uploaded, and pairs of question and answer that are written, of one account and day (UTC). */
  readonly documentUploads: number;
  /** Tokens of documents that are embedded, of one account and day (UTC). The document that reaches it is the last. */
  readonly embeddedTokens: number;
  /** Pages that are pictures, whose text is recognised, per calendar month. */
  readonly picturePages: number;
}

/** Bots that may be kept, drafts included, for each that may be on the air: room to try, and a bound to what is stored. */
export const KEPT_PER_BOT = 20;

/**
 * The plans: monthly price in whole US dollars and what each includes, conversations per calendar month.
 *
 * An answer takes some 4,000 tokens. At five answers a conversation, a month's conversations need on an average day 17
 * answers on the free plan, 170 on starter, and in the whole account 1,700 on professional and 17,000 on enterprise. A
 * bot has three times that on the smaller plans; on the larger ones somewhat less than all of it, as bots share it. They
 * bound what a bot can cost. Used up every day with Nova Lite, at 0.06 and 0.24 dollars a million tokens, a bot costs at
 * most 0.65 dollars a month on the free plan, 6 on starter, 17 on professional (83 with all five bots) and 110 on
 * enterprise, so less than the plan's price; a dearer model that a bot chooses costs more, which the stage's budget bounds.
 * A million tokens of documents are some three megabytes of text, and cost 0.10 dollars with the dearer embedding model:
 * each plan can embed all documents that it may have, and some new versions, on one day.
 * A page that text recognition reads costs 0.0015 dollars: at most 0.03 a month on the free plan, and a tenth of the price
 * on enterprise.
 * A visitor that has asked 40 questions has not found an answer: a new chat, or a person, helps more.
 */
export const PLANS: Readonly<Record<PlanId, { readonly price: number; readonly limits: Limits }>> = {
  free: {
    price: 0,
    limits: {
      bots: 1,
      allBots: KEPT_PER_BOT,
      conversations: 100,
      teamMembers: 1,
      documents: 5,
      reportSchedules: 1,
      reportRecipients: 2,
      apiKeys: 2,
      conversationMessages: 40,
      modelAnswers: 50,
      modelTokens: 250_000,
      documentUploads: 50,
      embeddedTokens: 1_000_000,
      picturePages: 20,
    },
  },
  starter: {
    price: 29,
    limits: {
      bots: 1,
      allBots: KEPT_PER_BOT,
      conversations: 1_000,
      teamMembers: 1,
      documents: 10,
      reportSchedules: 3,
      reportRecipients: 5,
      apiKeys: 3,
      conversationMessages: 60,
      modelAnswers: 500,
      modelTokens: 2_200_000,
      documentUploads: 100,
      embeddedTokens: 3_000_000,
      picturePages: 200,
    },
  },
  professional: {
    price: 99,
    limits: {
      bots: 5,
      allBots: 5 * KEPT_PER_BOT,
      conversations: 10_000,
      teamMembers: 5,
      documents: 100,
      reportSchedules: 10,
      reportRecipients: 20,
      apiKeys: 10,
      conversationMessages: 100,
      modelAnswers: 1_500,
      modelTokens: 6_000_000,
      documentUploads: 500,
      embeddedTokens: 15_000_000,
      picturePages: 2_000,
    },
  },
  enterprise: {
    price: 299,
    limits: {
      bots: -1,
      allBots: -1,
      conversations: 100_000,
      teamMembers: -1,
      documents: -1,
      reportSchedules: 50,
      reportRecipients: 50,
      apiKeys: 50,
      conversationMessages: 200,
      modelAnswers: 10_000,
      modelTokens: 40_000_000,
      documentUploads: 5_000,
      embeddedTokens: 60_000_000,
      picturePages: 20_000,
    },
  },
};

/**
 * Per cent of what the stage may spend on models a day that one account may spend: answers, tests and documents
 * together. Then its bots quote and its documents are found by words, and the others go on.
 */
export const STAGE_SHARE: Readonly<Record<PlanId, number>> = {
  free: 2,
  starter: 5,
  professional: 10,
  enterprise: 25,
};
/** Per cent of the same that all have together who do not pay, trials among them: accounts cost nothing to make. */
export const UNPAID_SHARE = 33;
/** Per cent of its share up to which an account may test: the rest is its visitors'. */
export const TESTED_SHARE = 50;

/** By plan, what administrators have set otherwise than the table. */
export type LimitsSet = Readonly<
  Partial<Record<PlanId, { readonly [LIMIT in keyof Limits]?: number | undefined } | undefined>>
>;

/** What a plan allows: by its table, but for what administrators have set otherwise. */
export function limitsWith(plan: PlanId, set: LimitsSet | undefined): Limits {
  const own = Object.entries(set?.[plan] ?? {}).filter(([, limit]) => limit !== undefined);
  return { ...PLANS[plan].limits, ...(Object.fromEntries(own) as Partial<Limits>) };
}

/** Off the price when a year is paid at once. */
export const ANNUAL_DISCOUNT = 0.2;

/** What a month of a plan costs, paid by the month or by the year. */
export function monthlyPrice(plan: PlanId, interval: 'month' | 'year'): number {
  const { price } = PLANS[plan];
  return interval === 'month' ? price : Math.round(price * (1 - ANNUAL_DISCOUNT) * 100) / 100;
}

/** Days of the starter trial that a new account begins with; three months when it came by the alpha programme. */
export const TRIAL_DAYS = { regular: 14, alpha: 90 } as const;
