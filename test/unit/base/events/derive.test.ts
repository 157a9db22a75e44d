import { describe, expect, it } from 'vitest';
import { eventsOf } from '#core/base/events/derive';
import type { TableChange } from '#platform/stream-handler';
import { tableChange } from '../../operator/dispatch/follow';

const bot = { accountId: 'a', botId: 'b' };
const typesOf = (images: Partial<TableChange>) => eventsOf(tableChange(images)).map(({ type }) => type);

describe('what a change of the table tells', () => {
  it.each<[string, Partial<TableChange>, readonly string[]]>([
    ['a new message', { after: { entity: 'Message', author: 'visitor' } }, ['message.added']],
    [
      'an answer',
      { after: { entity: 'Message', author: 'bot', inReplyTo: 'm' } },
      ['message.added', 'answer.given'],
    ],
    [
      'an answer that found nothing',
      { after: { entity: 'Message', author: 'bot', inReplyTo: 'm', unanswered: 'Why?' } },
      ['message.added', 'answer.given', 'answer.abstained'],
    ],
    ['a changed message', { before: { entity: 'Message' }, after: { entity: 'Message' } }, []],
    [
      'a document that goes on',
      {
        before: { entity: 'Document', ...bot, status: 'pending' },
        after: { entity: 'Document', ...bot, status: 'processing' },
      },
      ['document.moved', 'document.changed'],
    ],
    [
      'a document that cannot be read',
      {
        before: { entity: 'Document', ...bot, status: 'processing' },
        after: { entity: 'Document', ...bot, status: 'failed' },
      },
      ['document.moved', 'document.changed', 'document.failed'],
    ],
    [
      'a deleted document',
      { before: { entity: 'Document', ...bot, status: 'success' } },
      ['document.moved', 'document.removed'],
    ],
    ['a new member', { after: { entity: 'Membership' } }, ['team.changed']],
    [
      'another role',
      { before: { entity: 'Membership', role: 'member' }, after: { entity: 'Membership', role: 'admin' } },
      ['team.changed'],
    ],
    [
      'a new owner',
      { before: { entity: 'Membership', role: 'admin' }, after: { entity: 'Membership', role: 'owner' } },
      ['ownership.transferred', 'team.changed'],
    ],
    [
      'a member who is suspended',
      {
        before: { entity: 'Membership', status: 'active' },
        after: { entity: 'Membership', status: 'suspended' },
      },
      ['member.suspended', 'team.changed'],
    ],
    [
      'a member who is reinstated',
      {
        before: { entity: 'Membership', status: 'suspended' },
        after: { entity: 'Membership', status: 'active' },
      },
      ['team.changed'],
    ],
    ['a member who goes', { before: { entity: 'Membership' } }, ['member.removed', 'team.changed']],
    [
      'an invitation, and one that is sent anew',
      {
        before: { entity: 'Invitation', status: 'pending', tokenHash: 'a' },
        after: { entity: 'Invitation', status: 'pending', tokenHash: 'b' },
      },
      ['member.invited', 'team.changed'],
    ],
    [
      'an invitation that is answered',
      {
        before: { entity: 'Invitation', status: 'pending', tokenHash: 'a' },
        after: { entity: 'Invitation', status: 'accepted', tokenHash: 'a' },
      },
      ['team.changed'],
    ],
    ['a deleted file of a visitor', { before: { entity: 'Attachment' } }, ['attachment.removed']],
    ['one whose time is over', { before: { entity: 'Attachment' }, expired: true }, ['attachment.removed']],
    [
      'a deleted bot whose days are over',
      { before: { entity: 'BotPurge', ...bot }, expired: true },
      ['bot.purge_due'],
    ],
    ['a bot that was erased', { before: { entity: 'DeletedBot', ...bot, isPurged: true } }, ['bot.purged']],
    ['a deleted bot that was brought back', { before: { entity: 'DeletedBot', ...bot } }, []],
    ['a restored bot', { before: { entity: 'BotPurge', ...bot } }, []],
    ['what else its time to live removes', { before: { entity: 'Message' }, expired: true }, []],
    ['what nobody follows', { after: { entity: 'Lease' } }, []],
  ])('%s', (_, images, types) => {
    expect(typesOf(images)).toEqual(types);
  });

  it('has the same ids at each delivery, and another for each event', () => {
    const change = tableChange({
      after: { entity: 'Conversation', ...bot, conversationId: 'c', status: 'active', lastSequence: 3 },
    });
    const ids = eventsOf(change).map(({ id }) => id);
    expect(ids).toEqual(eventsOf(change).map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(5);
  });
});
