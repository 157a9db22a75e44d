import { $remove, $set, UpdateTransaction } from 'dynamodb-toolbox';
import { messageIdOf } from '#contract/base/message-ids';
import {
  CONVERSATION_TRANSITIONS,
  type ConversationEvent,
  isOpen,
  isWithPerson,
  nextConversationStatus,
} from '#contract/conversations/conversation-status';
import type { ConversationStatus, EndReason } from '#contract/conversations/conversations';
import type { Escalation } from '#contract/conversations/inbox';
import { ParleyError } from '#platform/errors';
import type { ConditionalWrite } from '#platform/table-writes';
import { isAbandoned } from './abandoned';
import { accountLists, botLists, ConversationCompanionEntity, type StoredConversation } from './entity';
import { goesAt } from './keeping';

/** An event of a conversation's status machine, with what it carries. */
export interface StatusEvent {
  readonly type: ConversationEvent;
  /** The agent that caused it. */
  readonly by?: { readonly userId: string; readonly name: string };
  /** Of `escalate`: why. */
  readonly escalation?: Escalation;
  /** Of `end`: why, where it was not the visitor. */
  readonly because?: EndReason;
  /** Of `escalate`: whether the visitor is asked for an e-mail address. */
  readonly asksAddress?: boolean;
}

/** The writes of a status event. They hold only on condition that the status is still the one that was read. */
export interface Transition {
  readonly status: ConversationStatus;
  /** Of the head. */
  readonly head: ReturnType<typeof headChanges>;
  /** Of the companion item, in the same transaction. */
  readonly writes: readonly ConditionalWrite[];
}

/** The transition that a status event causes. Throws where the conversation's status does not allow it. */
export function transitionOf(conversation: StoredConversation, statusEvent: StatusEvent): Transition {
  const { status } = conversation;
  const next =
    nextConversationStatus(status, statusEvent.type) ??
    // Whoever left may come back, and goes on with the bot.
    (isAbandoned(conversation) ? nextConversationStatus('active', statusEvent.type) : null);
  if (!next) throw refusal(status, statusEvent.type);
  const waiting = waitingAs(conversation, statusEvent, next);
  return {
    status: next,
    head: headChanges({ ...conversation, ...waiting }, statusEvent, next, conversation.waitingSince),
    writes:
      next === status || conversation.isTest || conversation.empty
        ? []
        : [companionOf({ ...conversation, ...waiting }, next)],
  };
}

/** Since when the visitor waits, where they begin to: since they asked for a person, or wrote to the one who had answered. */
function waitingAs(
  { status, waitingSince, lastMessageAt, startedAt }: StoredConversation,
  { escalation }: StatusEvent,
  next: ConversationStatus,
): Pick<StoredConversation, 'waitingSince'> {
  if (next !== 'escalated') return { waitingSince: undefined };
  if (status === 'escalated' && waitingSince !== undefined) return { waitingSince };
  return { waitingSince: escalation?.at ?? lastMessageAt ?? startedAt };
}

function refusal(status: ConversationStatus, event: ConversationEvent): ParleyError {
  return event === 'visitor_message'
    ? new ParleyError('conversation.ended')
    : new ParleyError('conversation.transition_refused', { details: { status, action: event } });
}

function headChanges(
  conversation: StoredConversation,
  { type, by, escalation, because, asksAddress }: StatusEvent,
  status: ConversationStatus,
  /** Of before. */
  waitedSince: string | undefined,
) {
  const { assigns } = CONVERSATION_TRANSITIONS[type];
  // The team is alerted again when a visitor asks for a person a second time.
  const changesHands = isWithPerson(status) !== isWithPerson(conversation.status);
  const isPassedOn = isWithPerson(status) && !isWithPerson(conversation.status);
  const moved = status !== conversation.status;
  const { gsi1pk, gsi1sk } = botLists({ ...conversation, status });
  return {
    ...(moved && { status }),
    // Test conversations and empty ones are in no list by status.
    ...(moved && !conversation.isTest && !conversation.empty && { gsi1pk, gsi1sk }),
    ...(conversation.waitingSince !== waitedSince && {
      waitingSince: conversation.waitingSince ?? $remove(),
    }),
    ...(assigns === 'caller' && by && { assigneeId: by.userId, assigneeName: by.name }),
    ...(assigns === 'nobody' && { assigneeId: $remove(), assigneeName: $remove(), unread: 0 }),
    ...(escalation && { escalation: $set(escalation) }),
    // Resolved afterwards, it has still ended of that.
    ...(moved && because && { endedBecause: because }),
    ...(isOpen(status) && conversation.endedBecause && { endedBecause: $remove() }),
    ...(asksAddress !== undefined && { asksAddress }),
    ...(changesHands && { alertedAt: $remove() }),
    ...(type === 'agent_message' && lookedAt(conversation)),
    ...(isPassedOn && conversation.lastSequence > 0 && passedOn(conversation)),
  };
}

/** Marks all messages so far as delivered to the team and as needing no answer of the bot. */
function passedOn({ conversationId, lastSequence }: StoredConversation) {
  const last = messageIdOf(conversationId, lastSequence);
  return { deliveredThrough: last, answeredThrough: last };
}

/** An agent that writes has read all messages before. */
function lookedAt({ conversationId, lastSequence }: StoredConversation) {
  return {
    unread: 0,
    ...(lastSequence > 0 && { agentReadThrough: messageIdOf(conversationId, lastSequence) }),
  };
}

/** Brings an open conversation to the head of the lists of its status, by the message of which it has the time. */
export function movedUp(conversation: StoredConversation) {
  const { gsi1sk } = botLists(conversation);
  return { head: { gsi1sk }, writes: [companionOf(conversation, conversation.status)] };
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
      ...goesAt(conversation, conversation.lastMessageAt ?? conversation.startedAt),
    }),
  };
}
