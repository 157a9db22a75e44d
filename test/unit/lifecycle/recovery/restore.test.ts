import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { eventsOf } from '#core/base/events/derive';
import { bury } from '#core/base/tombstones/entity';
import { differencesFrom } from '#core/lifecycle/recovery/compare-items';
import { entitiesOf } from '#core/lifecycle/recovery/kinds';
import { restoreItem } from '#core/lifecycle/recovery/restore-items';
import { getItems } from '#platform/raw-table';
import type { StoredItem } from '#platform/table-backups';
import { withLocalTable } from '#test/helpers/local-table';

/** The table as it was. */
let former: StoredItem[] = [];
vi.mock('#platform/table-backups', () => ({
  scanItems: async function* () {
    yield former;
  },
}));

withLocalTable();

const HOUR = 60 * 60 * 1_000;
const earlier = () => new Date(Date.now() - HOUR);

async function compared(
  items: readonly object[],
  {
    only,
    except = [],
    at = earlier(),
  }: { only?: readonly string[]; except?: readonly string[]; at?: Date } = {},
): Promise<readonly (readonly [unknown, string])[]> {
  former = items as StoredItem[];
  const found: (readonly [unknown, string])[] = [];
  const comparison = {
    at,
    now: new Date(),
    segments: 1,
    only: only ? entitiesOf(only) : null,
    except: entitiesOf(except),
  };
  for await (const { former: item, standing } of differencesFrom('restored', comparison))
    found.push([item.entity, standing]);
  return found;
}

const account = () => {
  const [accountId, botId, userId, conversationId, webhookId] = Array.from({ length: 5 }, () => randomUUID());
  const pk = `ACCOUNT#${accountId}`;
  return {
    ids: { accountId, botId, userId, conversationId, webhookId } as Record<string, string>,
    key: { pk, sk: 'API_KEY#hash', entity: 'ApiKey', accountId, hash: `hash ${accountId}` },
    member: { pk, sk: `MEMBER#${userId}`, entity: 'Membership', accountId, userId },
    invitation: { pk, sk: 'INVITATION#i', entity: 'Invitation', accountId, invitationId: 'i' },
    webhook: { pk: `${pk}#BOT#${botId}`, sk: 'WEBHOOK#1', entity: 'Webhook', accountId, botId, webhookId },
    recipient: {
      pk: `${pk}#REPORT_RECIPIENTS#s`,
      sk: 'RECIPIENT#r',
      entity: 'ReportRecipient',
      accountId,
      scheduleId: `report ${accountId}`,
      recipientId: 'r',
    },
    document: { pk: `${pk}#BOT#${botId}`, sk: 'DOCUMENT#d', entity: 'Document', accountId, botId },
    message: {
      pk: `${pk}#CONVERSATION#${conversationId}`,
      sk: 'MESSAGE#1',
      entity: 'Message',
      text: 'My secret',
    },
    profile: { pk: `USER#${userId}`, sk: 'PROFILE', entity: 'Profile', userId },
  };
};

describe('what is gone', () => {
  it('comes back, but for what lets somebody in or speaks to others: that has to be named', async () => {
    const { key, member, invitation, webhook, document, message, profile } = account();
    const all = [key, member, invitation, webhook, document, message, profile];
    const guarded = ['ApiKey', 'Membership', 'Invitation', 'Webhook'];
    expect(await compared(all)).toEqual(
      all.map(({ entity }) => [entity, guarded.includes(entity) ? 'unnamed' : 'open']),
    );
    expect(await compared(all, { only: ['keys', 'memberships', 'invitations', 'webhooks'] })).toEqual(
      guarded.map((entity) => [entity, 'open']),
    );
    expect(await compared(all, { only: ['Document'] })).toEqual([['Document', 'open']]);
    expect(await compared([document, message], { except: ['Message'] })).toEqual([['Document', 'open']]);
  });

  it.each([
    ['a revoked key', 'key', (of: Ids) => bury('key', `hash ${of.accountId}`)],
    ['a removed member', 'member', (of: Ids) => bury('membership', of.accountId, of.userId)],
    ['a withdrawn invitation', 'invitation', (of: Ids) => bury('invitation', of.accountId, 'i')],
    ['a deleted webhook', 'webhook', (of: Ids) => bury('webhook', of.webhookId)],
    [
      'a recipient taken off a report',
      'recipient',
      (of: Ids) => bury('recipient', `report ${of.accountId}`, 'r'),
    ],
    ['an erased conversation', 'message', (of: Ids) => bury('conversation', of.conversationId)],
    ['a purged bot', 'document', (of: Ids) => bury('bot', of.botId)],
    ['a purged account', 'message', (of: Ids) => bury('account', of.accountId)],
    ['an erased person', 'profile', (of: Ids) => bury('person', of.userId)],
  ] as const)('stays away where it is of %s, even when it is named', async (_, name, remove) => {
    const [items, others] = [account(), account()];
    await remove(items.ids as Ids);
    const { entity } = items[name];
    expect(await compared([items[name], others[name]], { only: [entity] })).toEqual([
      [entity, 'removed'],
      [entity, 'open'],
    ]);
    // It was removed before that time, and had come back.
    expect(await compared([items[name]], { only: [entity], at: new Date(Date.now() + HOUR) })).toEqual([
      [entity, 'open'],
    ]);
  });
});

type Ids = Readonly<Record<'accountId' | 'botId' | 'userId' | 'conversationId' | 'webhookId', string>>;

it('what comes back is no event, and what becomes of it later is one', async () => {
  const { message } = account();
  const item = { ...message, author: 'visitor', at: '2026-01-01T00:00:00.000Z' } as unknown as StoredItem;
  await restoreItem({ former: item, current: undefined }, new Date());
  const [after] = (await getItems([{ pk: item.pk, sk: item.sk }], { consistent: true })) as StoredItem[];
  const change = { pk: item.pk, sk: item.sk, expired: false, at: new Date() };
  expect(after).toMatchObject({ text: 'My secret' });
  expect(eventsOf({ ...change, before: null, after: after as StoredItem })).toEqual([]);
  expect(eventsOf({ ...change, before: item, after: after as StoredItem })).toEqual([]);
  expect(
    eventsOf({ ...change, before: after as StoredItem, after: { ...after, failure: 'model' } }),
  ).toMatchObject([{ type: 'answer.failed' }]);
  // Compared again, it is as it was.
  expect(await compared([item])).toEqual([]);
});

it('a tombstone says nothing of what it is of', async () => {
  const { ids } = account();
  await bury('conversation', String(ids.conversationId));
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(`conversation\n${ids.conversationId}`).digest('base64url');
  const [stone] = await getItems([{ pk: `TOMBSTONE#${hash}`, sk: 'TOMBSTONE' }]);
  expect(JSON.stringify(stone)).not.toContain(ids.conversationId);
  const { expiresAt } = stone as { expiresAt: number };
  // Longer than the 35 days that the table can be restored to.
  expect(expiresAt - Date.now() / 1_000).toBeGreaterThan(36 * 24 * 60 * 60);
});
