import { describe, expect, test } from 'vitest';
import { eventsOf } from '#core/base/events/derive';
import type { StoredConversation } from '#core/conversations/entity';
import { tableChange } from '../../operator/dispatch/follow';

function typesOf(
  before: StoredConversation | null,
  after: Partial<StoredConversation> | null,
): readonly string[] {
  const imageOf = (head: Partial<StoredConversation> | null) => head && { ...head, entity: 'Conversation' };
  return eventsOf(tableChange({ before: imageOf(before), after: imageOf(after) }))
    .map(({ type }) => type)
    .filter((type) => type !== 'conversation.changed');
}

describe('what a change of a conversation tells', () => {
  const head = {
    accountId: 'a',
    botId: 'b',
    conversationId: 'c',
    status: 'active',
    lastSequence: 0,
  } as StoredConversation;
  const contact = { key: 'email', label: 'E-mail', type: 'email', value: 'ada@example.com' } as const;

  test.each<[string, StoredConversation | null, Partial<StoredConversation> | null, readonly string[]]>([
    ['a beginning', null, {}, ['conversation.started']],
    ['a beginning with an opening', null, { lastSequence: 1 }, ['conversation.started', 'message.created']],
    ['what was opened without a word', null, { empty: true, lastSequence: 1 }, []],
    ['its end', { ...head, empty: true }, { empty: true, status: 'ended' }, []],
    [
      'its first word',
      { ...head, empty: true, lastSequence: 1 },
      { lastSequence: 1 },
      ['conversation.started', 'message.created'],
    ],
    ['a message', head, { lastSequence: 1 }, ['message.created']],
    ['two messages', head, { lastSequence: 2 }, ['message.created', 'message.created']],
    ['a person who is asked for', head, { status: 'escalated' }, ['conversation.escalated']],
    [
      'a person who writes of herself',
      head,
      { status: 'pending', lastSequence: 1 },
      ['message.created', 'conversation.escalated'],
    ],
    ['a person who goes on', { ...head, status: 'pending' }, { status: 'escalated' }, []],
    ['a return to the bot', { ...head, status: 'escalated' }, { status: 'active' }, []],
    ['an end', head, { status: 'ended' }, ['conversation.ended']],
    ['a resolution', { ...head, status: 'escalated' }, { status: 'resolved' }, ['conversation.ended']],
    ['a resolution of what had ended', { ...head, status: 'ended' }, { status: 'resolved' }, []],
    ['stars', head, { stars: 4 }, ['conversation.rated']],
    ['other stars', { ...head, stars: 4 }, { stars: 5 }, ['conversation.rated']],
    ['the same stars', { ...head, stars: 4 }, { stars: 4 }, []],
    ['contact data', head, { providedContact: true, collected: [contact] }, ['contact.collected']],
    [
      'other data after it',
      { ...head, providedContact: true, collected: [contact] },
      {
        providedContact: true,
        collected: [contact, { key: 'size', label: 'Size', type: 'text', value: 'L' }],
      },
      [],
    ],
    [
      'an address that she is to be written to',
      { ...head, status: 'escalated' },
      { status: 'escalated', providedContact: true, visitorEmail: 'ada@example.com' },
      ['contact.collected'],
    ],
    ['an address that the page gives', head, { visitorEmail: 'ada@example.com' }, []],
    ['something read', head, { readThrough: 'c-000001' }, []],
    ['an erasing', head, null, ['conversation.removed']],
    ['a trial', null, { isTest: true, lastSequence: 1 }, []],
  ])('%s', (_, before, change, types) => {
    const after = change && { ...head, ...change };
    expect(typesOf(before, after)).toEqual(types);
  });
});
