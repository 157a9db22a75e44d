import { type Limits, PLANS } from '#contract/accounts/plans';
import type { Account } from '#contract/accounts/profile';

type Limited = Pick<Account, 'plan' | 'limits' | 'usage'>;

/** What the account's plan allows now: as the server says, and where it says nothing, as the plan's table has it. */
export function limitsOf({ plan, limits }: Pick<Account, 'plan' | 'limits'>): Limits {
  return { ...PLANS[plan].limits, ...limits };
}

/** Whether the plan allows another bot, as a draft at least, as far as this page knows: the server decides. */
export function hasRoomForBot(account: Limited): boolean {
  const { allBots: limit } = limitsOf(account);
  return limit <= 0 || account.usage.allBots < limit;
}

/** Whether another bot can be on the air. */
export function hasRoomToPublish(account: Limited): boolean {
  const { bots: limit } = limitsOf(account);
  return limit <= 0 || account.usage.bots < limit;
}

/** The same of a visitor who would begin a conversation. */
export function hasRoomForConversation(account: Limited): boolean {
  const { conversations: limit } = limitsOf(account);
  return limit <= 0 || account.usage.conversations < limit;
}

/** How many more documents the plan takes; null where it sets no limit. */
export function roomForDocuments(account: Limited): number | null {
  const { documents: limit } = limitsOf(account);
  return limit <= 0 ? null : Math.max(0, limit - account.usage.documents);
}
