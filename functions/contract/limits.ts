import type { ErrorCode } from './errors';
import type { Limits } from './plans';

/** Shares of a limit at which its account is told: before it is reached, and when. */
export const WARNING_LEVELS = [80, 100] as const;
export type WarningLevel = (typeof WARNING_LEVELS)[number];

interface LimitRule {
  /** Of whose use there is one counter, and how long it counts; `null`: what exists now. */
  readonly per: 'account' | 'bot' | 'conversation';
  readonly period: 'day' | 'month' | null;
  /** Attribute of the item that counts. */
  readonly counter: string;
  /** What a caller is told who wants more; `quotes`: she gets quotes instead of the model's words. */
  readonly reached: ErrorCode | 'quotes';
  /** Whether the account is mailed. It is not where the one who wants more works in the dashboard and sees it there. */
  readonly isMailed: boolean;
}

/** What each limit of a plan counts, and what happens when it is reached. The figures by plan are in `plans.ts`. */
export const LIMITS = {
  bots: {
    per: 'account',
    period: null,
    counter: 'botCount',
    reached: 'plan.limit_exceeded',
    isMailed: false,
  },
  documents: {
    per: 'account',
    period: null,
    counter: 'documentCount',
    reached: 'plan.limit_exceeded',
    isMailed: false,
  },
  teamMembers: {
    per: 'account',
    period: null,
    counter: 'memberCount',
    reached: 'plan.limit_exceeded',
    isMailed: false,
  },
  conversations: {
    per: 'account',
    period: 'month',
    counter: 'conversations',
    reached: 'plan.conversations_exceeded',
    isMailed: true,
  },
  conversationMessages: {
    per: 'conversation',
    period: null,
    counter: 'visitorMessages',
    reached: 'conversation.full',
    isMailed: false,
  },
  modelAnswers: { per: 'bot', period: 'day', counter: 'answers', reached: 'quotes', isMailed: true },
  modelTokens: { per: 'bot', period: 'day', counter: 'tokens', reached: 'quotes', isMailed: true },
} as const satisfies Record<keyof Limits, LimitRule>;

export type Resource = keyof typeof LIMITS;

/** The highest level that a use has come to; 0 below the first, and where nothing is limited. */
export function warningLevel(used: number, limit: number): WarningLevel | 0 {
  if (limit <= 0) return 0;
  return WARNING_LEVELS.findLast((level) => used * 100 >= limit * level) ?? 0;
}
