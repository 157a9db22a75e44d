import { AccountId, BotId, ConversationId } from '#contract/base/ids';
import { isCounted } from '#core/base/events/conversation-events';
import type { DomainEvent } from '#core/base/events/events';
import type { StoredConversation } from '../entity';
import { type InboxJob, queueInboxJob } from './jobs';

/** The shortest session that a bot can have. */
const FIRST_LOOK_SECONDS = 300;

/** A conversation that the bot gets, with its first word or back from a person, is looked at until its visitor has left. */
export async function watchSilence(event: DomainEvent<'conversation.changed'>): Promise<void> {
  const before = event.before as StoredConversation | null;
  const after = event.after as StoredConversation;
  const isBots = (one: StoredConversation | null) => one?.status === 'active' && isCounted(one);
  if (!isBots(after) || isBots(before)) return;
  const job: InboxJob = {
    kind: 'abandoned',
    accountId: AccountId.parse(after.accountId),
    botId: BotId.parse(after.botId),
    conversationId: ConversationId.parse(after.conversationId),
    at: event.at.toISOString(),
  };
  await queueInboxJob(job, FIRST_LOOK_SECONDS);
}
