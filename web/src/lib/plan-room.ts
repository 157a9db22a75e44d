import { PLANS } from '../../../functions/contract/plans';
import type { Account } from '../../../functions/contract/profile';

/** Whether the plan allows another bot, as far as this page knows: the server decides. */
export function hasRoomForBot({ plan, usage }: Pick<Account, 'plan' | 'usage'>): boolean {
  const { bots: limit } = PLANS[plan].limits;
  return limit <= 0 || usage.bots < limit;
}

/** The same of a visitor who would begin a conversation. */
export function hasRoomForConversation({ plan, usage }: Pick<Account, 'plan' | 'usage'>): boolean {
  const { conversations: limit } = PLANS[plan].limits;
  return limit <= 0 || usage.conversations < limit;
}

/** How many more documents the plan takes; null where it sets no limit. */
export function roomForDocuments({ plan, usage }: Pick<Account, 'plan' | 'usage'>): number | null {
  const { documents: limit } = PLANS[plan].limits;
  return limit <= 0 ? null : Math.max(0, limit - usage.documents);
}
