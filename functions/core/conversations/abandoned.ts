import { isOpen } from '#contract/conversations/conversation-status';
import type { StoredConversation } from './entity';

type Standing = Pick<StoredConversation, 'status' | 'endedBecause'>;

/** Its visitor left without a word, and was silent for as long as the bot's session lasts. */
export function isAbandoned({ status, endedBecause }: Standing): boolean {
  return status === 'ended' && endedBecause === 'abandoned';
}

/** Whether its visitor may write in it: to them an abandoned one is as they left it. */
export function mayGoOn(conversation: Standing): boolean {
  return isOpen(conversation.status) || isAbandoned(conversation);
}
