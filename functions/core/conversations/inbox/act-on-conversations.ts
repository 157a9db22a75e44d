import type { ErrorCode } from '#contract/base/errors';
import type { ConversationId } from '#contract/base/ids';
import { permits } from '#contract/base/permissions';
import type { ActOnConversations, ConversationsActedOn } from '#contract/conversations/inbox-work';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { asParleyError, ParleyError } from '#platform/errors';
import { assignConversation } from './assign';
import { deleteConversation, restoreConversation } from './delete-conversation';
import { actOnConversation } from './reply';

/** Does the same with several conversations, one after the other: what one of them refuses keeps no other from it. */
export async function actOnConversations(
  clock: Clock,
  actor: Actor,
  { ids, ...what }: ActOnConversations,
): Promise<ConversationsActedOn> {
  if (what.action === 'assign' && what.to === undefined)
    throw new ParleyError('request.invalid', { fields: { to: 'Say to whom.' } });
  const roles = { profile: actor.profileRole, team: actor.teamRole };
  if ((what.action === 'delete' || what.action === 'restore') && !permits('conversations.delete', roles))
    throw new ParleyError('auth.forbidden');
  const items: { id: ConversationId; error: ErrorCode | null }[] = [];
  for (const id of new Set(ids))
    items.push({ id, error: await outcomeOf(() => act(clock, actor, id, what)) });
  return { items };
}

async function act(
  clock: Clock,
  actor: Actor,
  id: ConversationId,
  { action, to }: Omit<ActOnConversations, 'ids'>,
): Promise<unknown> {
  switch (action) {
    case 'resolve':
    case 'reopen':
      return actOnConversation(clock, actor, id, { action });
    case 'assign':
      return assignConversation(clock, actor, id, to ?? 'next');
    case 'delete':
      return deleteConversation(clock, actor, id);
    case 'restore':
      return restoreConversation(actor, id);
  }
}

async function outcomeOf(done: () => Promise<unknown>): Promise<ErrorCode | null> {
  try {
    await done();
    return null;
  } catch (error) {
    const { code } = asParleyError(error);
    // A defect is to be logged; that the service is busy is told of this one, as the others were changed.
    if (code === 'server.failed') throw error;
    return code;
  }
}
