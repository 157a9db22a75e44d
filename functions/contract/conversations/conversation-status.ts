export const CONVERSATION_STATUSES = ['active', 'ended', 'escalated', 'resolved', 'pending'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** What an agent does with one. */
export const CONVERSATION_ACTIONS = ['take_over', 'hand_back', 'resolve', 'reopen'] as const;
export type ConversationAction = (typeof CONVERSATION_ACTIONS)[number];

/** Events that may change a conversation's status: of agents, of the visitor, or by the bot's settings. */
export type ConversationEvent =
  | ConversationAction
  | 'escalate'
  | 'return_to_bot'
  | 'agent_message'
  | 'visitor_message'
  | 'end';

interface Transition {
  /** The next status by the current one. From a status that is missing the event is refused. */
  readonly moves: Readonly<Partial<Record<ConversationStatus, ConversationStatus>>>;
  /** Whether the event assigns the conversation to the caller, or to nobody. */
  readonly assigns?: 'caller' | 'nobody';
}

/**
 * The status machine. `active`: the bot answers. `escalated`: it is silent, and the visitor waits for a person.
 * `pending`: a person has answered and waits for the visitor. `resolved`: the team has closed the conversation.
 * `ended`: the visitor has, or there is no bot any more. Visitors are told that a pending one is escalated: it is all the same to them.
 */
export const CONVERSATION_TRANSITIONS: Readonly<Record<ConversationEvent, Transition>> = {
  /** The visitor asks for a person, or the bot's settings pass the visitor on. */
  escalate: { moves: { active: 'escalated' } },
  /** An agent takes the conversation from the bot, from the queue or from a colleague; the bot is paused. */
  take_over: {
    moves: { active: 'escalated', escalated: 'escalated', pending: 'pending' },
    assigns: 'caller',
  },
  hand_back: { moves: { escalated: 'active', pending: 'active' }, assigns: 'nobody' },
  /** The visitor would rather ask the bot. */
  return_to_bot: { moves: { escalated: 'active', pending: 'active' }, assigns: 'nobody' },
  /** Takes the conversation over, too. */
  agent_message: {
    moves: { active: 'pending', escalated: 'pending', pending: 'pending' },
    assigns: 'caller',
  },
  visitor_message: { moves: { active: 'active', escalated: 'escalated', pending: 'escalated' } },
  resolve: { moves: { active: 'resolved', escalated: 'resolved', pending: 'resolved', ended: 'resolved' } },
  /** An agent has more to say. */
  reopen: { moves: { resolved: 'escalated', ended: 'escalated' }, assigns: 'caller' },
  end: { moves: { active: 'ended', escalated: 'ended', pending: 'ended' } },
};

/** The status that an event leads to; null where it is not possible. */
export function nextConversationStatus(
  status: ConversationStatus,
  event: ConversationEvent,
): ConversationStatus | null {
  return CONVERSATION_TRANSITIONS[event].moves[status] ?? null;
}

/** What an agent may do now. */
export function possibleConversationActions(status: ConversationStatus): ConversationAction[] {
  return CONVERSATION_ACTIONS.filter((action) => nextConversationStatus(status, action) !== null);
}

/** Whether a person answers instead of the bot. */
export function isWithPerson(status: ConversationStatus): boolean {
  return status === 'escalated' || status === 'pending';
}

/** Whether it takes messages. */
export function isOpen(status: ConversationStatus): boolean {
  return status === 'active' || isWithPerson(status);
}
