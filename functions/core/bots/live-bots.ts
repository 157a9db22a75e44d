import { type BotStatus, isDeployed } from '#contract/bots/bot-status';
import type { Places } from '#core/accounts/limits/quotas';

/** What a bot of this status takes of the plan. */
export function placesOfBot(status: BotStatus): Places {
  return isDeployed(status) ? { allBots: 1, bots: 1 } : { allBots: 1 };
}
