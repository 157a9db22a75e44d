import { PLANS } from '../../../functions/contract/plans';
import type { Account } from '../../../functions/contract/profile';

/** Whether the plan allows another bot, as far as this page knows: the server decides. */
export function hasRoomForBot({ plan, usage }: Pick<Account, 'plan' | 'usage'>): boolean {
  const { bots: limit } = PLANS[plan].limits;
  return limit <= 0 || usage.bots < limit;
}
