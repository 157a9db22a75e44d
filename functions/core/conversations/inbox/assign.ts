import { $remove } from 'dynamodb-toolbox';
import type { ConversationId } from '#contract/base/ids';
import { isWithPerson, nextConversationStatus } from '#contract/conversations/conversation-status';
import type { Conversation } from '#contract/conversations/inbox';
import type { AssignTo } from '#contract/conversations/inbox-work';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { transact } from '#platform/table-writes';
import { changeStatus } from '../change-status';
import { conversationUpdate } from '../conversation-update';
import type { ConversationRef } from '../messages';
import { entryWrite } from '../timeline-entity';
import { agentsOf, type Doer, doerOf, takeTurn } from './agents';
import { loadForInbox } from './list-conversations';
import { entryOf } from './timeline';
import { toConversation } from './views';

/** Assigns to an agent, or returns to the queue. Repeating it for the same agent changes nothing. */
export async function assignConversation(
  clock: Clock,
  actor: Actor,
  conversationId: ConversationId,
  to: AssignTo,
): Promise<Conversation> {
  const ref = { accountId: actor.accountId, conversationId };
  const [by, conversation] = await Promise.all([doerOf(actor), loadForInbox(actor, conversationId)]);
  if (to === 'nobody') return unassign(clock, actor, ref, by);
  if (conversation.assigneeId === to && isWithPerson(conversation.status))
    return toConversation(conversation);
  // Refused before an agent's turn is used up.
  if (nextConversationStatus(conversation.status, 'take_over') === null)
    throw new ParleyError('conversation.transition_refused', {
      details: { status: conversation.status, action: 'take_over' },
    });
  const agent = to === 'next' ? await takeTurn(clock, actor.accountId) : await agentOf(actor, to);
  const entry = entryOf(clock, ref, by, 'assign', { toName: agent.name });
  return toConversation(
    await changeStatus(ref, { type: 'take_over', by: agent }, [entryWrite(conversation, entry)]),
  );
}

async function agentOf({ accountId }: Actor, userId: string): Promise<Doer> {
  const agent = (await agentsOf(accountId)).find((each) => each.userId === userId);
  if (!agent)
    throw new ParleyError('request.invalid', { fields: { to: 'This is nobody who answers here.' } });
  return agent;
}

async function unassign(clock: Clock, actor: Actor, ref: ConversationRef, by: Doer): Promise<Conversation> {
  const { conversationId } = ref;
  const conversation = await loadForInbox(actor, conversationId);
  const { assigneeId, assigneeName, status } = conversation;
  if (assigneeId === undefined) return toConversation(conversation);
  const entry = entryOf(clock, ref, by, 'unassign', {
    ...(assigneeName !== undefined && { toName: assigneeName }),
  });
  await transact(
    conversationUpdate(
      ref,
      { assigneeId: $remove(), assigneeName: $remove() },
      {
        condition: {
          and: [
            { attr: 'assigneeId', eq: assigneeId },
            { attr: 'status', eq: status },
          ],
        },
        refused: () =>
          new ParleyError('conversation.transition_refused', { details: { status, action: 'unassign' } }),
      },
    ),
    entryWrite(conversation, entry),
  );
  return toConversation(await loadForInbox(actor, conversationId));
}
