import { describe, expect, it, test } from 'vitest';
import {
  CONVERSATION_TRANSITIONS,
  type ConversationEvent,
  isOpen,
  isWithPerson,
  nextConversationStatus,
  possibleConversationActions,
} from '#contract/conversations/conversation-status';
import { ConversationStatus } from '#contract/conversations/conversations';

const EVENTS = Object.keys(CONVERSATION_TRANSITIONS) as ConversationEvent[];

describe('the status of a conversation', () => {
  it.each(ConversationStatus.options)('%s moves as the table says, and in no other way', (status) => {
    const moves = EVENTS.map((event) => [event, nextConversationStatus(status, event)]).filter(
      ([, next]) => next !== null,
    );
    expect(Object.fromEntries(moves)).toEqual(
      {
        active: {
          escalate: 'escalated',
          take_over: 'escalated',
          agent_message: 'pending',
          visitor_message: 'active',
          resolve: 'resolved',
          end: 'ended',
        },
        escalated: {
          take_over: 'escalated',
          hand_back: 'active',
          return_to_bot: 'active',
          agent_message: 'pending',
          visitor_message: 'escalated',
          resolve: 'resolved',
          end: 'ended',
        },
        pending: {
          take_over: 'pending',
          hand_back: 'active',
          return_to_bot: 'active',
          agent_message: 'pending',
          visitor_message: 'escalated',
          resolve: 'resolved',
          end: 'ended',
        },
        resolved: { reopen: 'escalated' },
        ended: { resolve: 'resolved', reopen: 'escalated' },
      }[status],
    );
  });

  test('every one but the first can be reached, and from every one there is a way on', () => {
    const reached = new Set(
      Object.values(CONVERSATION_TRANSITIONS).flatMap(({ moves }) => Object.values(moves)),
    );
    expect([...reached].sort()).toEqual([...ConversationStatus.options].sort());
    for (const status of ConversationStatus.options)
      expect(possibleConversationActions(status)).not.toEqual([]);
  });

  test('takes messages while it is open, which is while the bot or a person has it', () => {
    for (const status of ConversationStatus.options) {
      expect(isOpen(status)).toBe(nextConversationStatus(status, 'visitor_message') !== null);
      expect(isWithPerson(status)).toBe(nextConversationStatus(status, 'hand_back') !== null);
    }
  });
});
