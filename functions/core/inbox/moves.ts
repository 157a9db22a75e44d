import { $remove, $set, UpdateTransaction } from 'dynamodb-toolbox';
import {
  CONVERSATION_TRANSITIONS,
  type ConversationEvent,
  isWithPerson,
  nextConversationStatus,
} from '../../contract/conversation-status';
import type { ConversationStatus } from '../../contract/conversations';
import { messageIdOf } from '../../contract/ids';
import type { Escalation } from '../../contract/inbox';
import { ParleyError } from '../../platform/errors';
import type { ConditionalWrite } from '../../platform/table-writes';
import {
  accountLists,
  botLists,
  ConversationCompanionEntity,
  type StoredConversation,
} from '../conversations/entity';

/** What happens to a conversation, and what is to be known about it. */
export interface Happening {
  readonly event: ConversationEvent;
  /** The agent who does it. */
  readonly by?: { readonly userId: string; readonly name: string };
  /** Of `escalate`: why. */
  readonly escalation?: Escalation;
  /** Of `escalate`: whether the visitor is asked how she can be reached. */
  readonly asksAddress?: boolean;
}

/** What a happening changes: to be written on condition that the status is the one that was read. */
export interface Move {
  readonly status: ConversationStatus;
  /** Of the head. */
  readonly head: ReturnType<typeof headChanges>;
  /** The companion's, which stands in the same transaction. */
  readonly writes: readonly ConditionalWrite[];
}

/** Where a happening leads a conversation; throws where its status does not allow it. */
export function moveOf(conversation: StoredConversation, happening: Happening): Move {
  const { status } = conversation;
  const next = nextConversationStatus(status, happening.event);
  if (!next) throw refusal(status, happening.event);
  return {
    status: next,
    head: headChanges(conversation, happening, next),
    writes:
      next === status || conversation.isTest || conversation.unsaid ? [] : [companionOf(conversation, next)],
  };
}

function refusal(status: ConversationStatus, event: ConversationEvent): ParleyError {
  return event === 'visitor_message'
    ? new ParleyError('conversation.ended')
    : new ParleyError('conversation.transition_refused', { details: { status, action: event } });
}

function headChanges(
  conversation: StoredConversation,
  { event, by, escalation, asksAddress }: Happening,
  status: ConversationStatus,
) {
  const { assigns } = CONVERSATION_TRANSITIONS[event];
  // Who asks again for a person later waits for one anew, and the team is told again.
  const changesHands = isWithPerson(status) !== isWithPerson(conversation.status);
  const isPassedOn = isWithPerson(status) && !isWithPerson(conversation.status);
  const moved = status !== conversation.status;
  const { gsi1pk, gsi1sk } = botLists({ ...conversation, status });
  return {
    ...(moved && { status }),
    // Neither a trial nor what was opened without a word is in a list by its status.
    ...(moved && !conversation.isTest && !conversation.unsaid && { gsi1pk, gsi1sk }),
    ...(assigns === 'caller' && by && { assigneeId: by.userId, assigneeName: by.name }),
    ...(assigns === 'nobody' && { assigneeId: $remove(), assigneeName: $remove(), unread: 0 }),
    ...(escalation && { escalation: $set(escalation) }),
    ...(asksAddress !== undefined && { asksAddress }),
    ...(changesHands && { alertedAt: $remove() }),
    ...(event === 'agent_message' && lookedAt(conversation)),
    ...(isPassedOn && conversation.lastSequence > 0 && passedOn(conversation)),
  };
}

/** What was said so far has come to the people, and none of it waits for the bot any more. */
function passedOn({ conversationId, lastSequence }: StoredConversation) {
  const last = messageIdOf(conversationId, lastSequence);
  return { deliveredThrough: last, answeredThrough: last };
}

/** Who writes has read what was written before. */
function lookedAt({ conversationId, lastSequence }: StoredConversation) {
  return {
    unread: 0,
    ...(lastSequence > 0 && { agentReadThrough: messageIdOf(conversationId, lastSequence) }),
  };
}

function companionOf(conversation: StoredConversation, status: ConversationStatus): ConditionalWrite {
  const { accountId, conversationId } = conversation;
  const { gsi1pk, gsi1sk } = accountLists({ ...conversation, status });
  return {
    write: ConversationCompanionEntity.build(UpdateTransaction).item({
      accountId,
      conversationId,
      gsi1pk,
      gsi1sk,
    }),
  };
}
