import { LIMITS } from '#contract/accounts/limits';
import { PLANS } from '#contract/accounts/plans';
import { AccountId } from '#contract/base/ids';
import { ParleyError } from '#platform/errors';
import { loadAccount } from '../plan';
import { limitOf } from './quotas';

/** No plan allows fewer: below, the account needs not be read for each message. */
const LEAST = Math.min(
  ...Object.values(PLANS)
    .map(({ limits }) => limits.conversationMessages)
    .filter((limit) => limit > 0),
);

interface Counted {
  readonly accountId: string;
  readonly visitorMessages?: number | undefined;
}

/**
 * The count of a conversation with one more message of its visitor to the bot, or throws `conversation.full`. It is
 * written in the message's own transaction, whose condition is that no message came in between.
 */
export async function withOneMoreMessage(conversation: Counted, now: Date): Promise<number> {
  if (await isFull(conversation, now)) throw new ParleyError(LIMITS.conversationMessages.reached);
  return (conversation.visitorMessages ?? 0) + 1;
}

/** Whether the plan has no room for one more message of its visitor to the bot. */
export async function isFull({ accountId, visitorMessages = 0 }: Counted, now: Date): Promise<boolean> {
  if (visitorMessages < LEAST) return false;
  const { limit } = limitOf(await loadAccount(AccountId.parse(accountId)), 'conversationMessages', now);
  return limit > 0 && visitorMessages >= limit;
}
