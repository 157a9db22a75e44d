import type { ErrorCode } from '../base/errors';
import type { Limits } from './plans';

/** Shares of a limit at which its account is told: before it is reached, and when. */
export const WARNING_LEVELS = [80, 100] as const;
export type WarningLevel = (typeof WARNING_LEVELS)[number];

/**
 * People of one account, suspended ones too, also where its plan sets no limit: a team is read as a whole, by alerts
 * and by what a smaller plan keeps.
 */
export const MOST_MEMBERS = 1_000;

/**
 * What those who come from one network address may take of what all visitors share, by one in so many; and at least so
 * many conversations or answers, since a tenth of a small plan is less than one visitor asks.
 */
export const ADDRESS_SHARE = { oneIn: 10, atLeast: 10 } as const;

/**
 * The same of the wider networks that the address is in, the narrower first (of IPv6 its /56 and /48, of IPv4 its /24):
 * who has many addresses has them there, and so have many who know nothing of one another.
 */
const WIDER_SHARES = [
  { oneIn: 4, atLeast: 25 },
  { oneIn: 2.5, atLeast: 40 },
] as const;

/** One address's share of what a limit allows; of no limit there is no share. */
export function shareOfAddress(limit: number): number {
  return shareOf(limit, ADDRESS_SHARE);
}

/** The share of a network around it; `width` 0 is the narrower. */
export function shareOfNetwork(limit: number, width: number): number {
  return shareOf(limit, WIDER_SHARES[width] ?? WIDER_SHARES[1]);
}

/**
 * Of an address's share of answers, what those have who have never spoken before: addresses are cheap, and a visitor who
 * comes back is one whom somebody has waited for.
 */
export function shareOfNewcomer(limit: number): number {
  return shareOf(limit, { oneIn: 2 * ADDRESS_SHARE.oneIn, atLeast: ADDRESS_SHARE.atLeast / 2 });
}

/** Of a bot's answers of a day, what all of those have together: the rest is kept for who comes back. */
export function shareOfNewcomers(limit: number): number {
  return limit <= 0 ? limit : Math.ceil(limit * 0.8);
}

function shareOf(
  limit: number,
  { oneIn, atLeast }: { readonly oneIn: number; readonly atLeast: number },
): number {
  if (limit <= 0) return limit;
  return Math.min(limit, Math.max(atLeast, Math.floor(limit / oneIn)));
}

/** One address's share of a bot's day: as many tokens as belong to its answers. */
export function modelShareOfAddress({
  modelAnswers,
  modelTokens,
}: Pick<Limits, 'modelAnswers' | 'modelTokens'>): Pick<Limits, 'modelAnswers' | 'modelTokens'> {
  const answers = shareOfAddress(modelAnswers);
  const part = modelAnswers > 0 ? answers / modelAnswers : 1 / ADDRESS_SHARE.oneIn;
  return {
    modelAnswers: answers,
    modelTokens: modelTokens > 0 ? Math.floor(modelTokens * part) : modelTokens,
  };
}

interface LimitRule {
  /** There is one counter for each of these, and a new one each period; `null`: it counts what exists now. */
  readonly per: 'account' | 'bot' | 'conversation';
  readonly period: 'day' | 'month' | null;
  /** Attribute of the item that counts. */
  readonly counter: string;
  /**
   * The error at the limit; `quotes`: none, but quotes instead of the model's words; `words`: documents are found by words
   * alone; `notice`: the document says so.
   */
  readonly reached: ErrorCode | 'quotes' | 'words' | 'notice';
  /** Whether owner and admins are mailed at the warning levels. */
  readonly isMailed: boolean;
}

/** What each limit of a plan counts, and what happens when it is reached. The figures by plan are in `plans.ts`. */
export const LIMITS = {
  bots: {
    per: 'account',
    period: null,
    counter: 'liveBotCount',
    reached: 'plan.limit_exceeded',
    isMailed: true,
  },
  allBots: {
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
    isMailed: true,
  },
  reportSchedules: {
    per: 'account',
    period: null,
    counter: 'reportScheduleCount',
    reached: 'plan.limit_exceeded',
    isMailed: false,
  },
  apiKeys: {
    per: 'account',
    period: null,
    counter: 'apiKeyCount',
    reached: 'plan.limit_exceeded',
    isMailed: false,
  },
  reportRecipients: {
    per: 'account',
    period: null,
    counter: 'recipients',
    reached: 'report.too_many_recipients',
    isMailed: false,
  },
  teamMembers: {
    per: 'account',
    period: null,
    counter: 'memberCount',
    reached: 'team.limit_reached',
    isMailed: true,
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
  documentUploads: {
    per: 'account',
    period: 'day',
    counter: 'uploads',
    reached: 'document.too_many_today',
    isMailed: false,
  },
  embeddedTokens: { per: 'account', period: 'day', counter: 'tokens', reached: 'words', isMailed: false },
  picturePages: { per: 'account', period: 'month', counter: 'pages', reached: 'notice', isMailed: false },
} as const satisfies Record<keyof Limits, LimitRule>;

export type Resource = keyof typeof LIMITS;

/** What the plans sell by number, and the usage page shows with its history. */
export const SOLD_RESOURCES = ['conversations', 'bots', 'teamMembers', 'documents'] as const;
export type SoldResource = (typeof SOLD_RESOURCES)[number];

/** Those of them that exist, other than conversations, which are used up within a month. */
export const SOLD_PLACES = ['bots', 'teamMembers', 'documents'] as const;
export type SoldPlace = (typeof SOLD_PLACES)[number];

/** The highest level that a use has come to; 0 below the first, and where nothing is limited. */
export function warningLevel(used: number, limit: number): WarningLevel | 0 {
  if (limit <= 0) return 0;
  return WARNING_LEVELS.findLast((level) => used * 100 >= limit * level) ?? 0;
}

/** The same of what exists. Where the first takes the only place, as the owner does in the team, that is no news. */
export function placeWarning(used: number, limit: number): WarningLevel | 0 {
  return limit === 1 && used <= 1 ? 0 : warningLevel(used, limit);
}
