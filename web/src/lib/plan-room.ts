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
