import type { ConversationPage } from '../../../../../functions/contract/inbox';
import { call } from '../../../lib/api';
import { type ConversationFilter, queryOf } from '../filter';

/** One page of the conversations that the filter lets through, newest first. */
export function listConversations(
  filter: ConversationFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ConversationPage> {
  return call('listConversations', { query: { ...queryOf(filter), ...(cursor && { cursor }) }, signal });
}
