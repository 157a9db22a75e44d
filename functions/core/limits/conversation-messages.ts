import { AccountId } from '#contract/ids';
import { LIMITS } from '#contract/limits';
import { PLANS } from '#contract/plans';
import { ParleyError } from '#platform/errors';
import { loadAccount } from '../accounts/plan';
import { limitOf } from './places';

/** No plan allows fewer: below, the account needs not be read for each message. */
const LEAST = Math.min(
  ...Object.values(PLANS)
    .map(({ limits }) => limits.conversationMessages)
    .filter((limit) => limit > 0),
);

/**
 * The count of a conversation with one more message of its visitor to the bot, or throws `conversation.full`. It is
 * written in the message's own transaction, whose condition is that no message came in between.
 */
export async function withOneMoreMessage(
  {
    accountId,
    visitorMessages = 0,
  }: { readonly accountId: string; readonly visitorMessages?: number | undefined },
  now: Date,
): Promise<number> {
  if (visitorMessages >= LEAST) {
    const account = await loadAccount(AccountId.parse(accountId));
    const { limit } = limitOf(account, 'conversationMessages', now);
    if (limit > 0 && visitorMessages >= limit) throw new ParleyError(LIMITS.conversationMessages.reached);
  }
  return visitorMessages + 1;
}
