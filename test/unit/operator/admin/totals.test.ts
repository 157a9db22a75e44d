import { GetItemCommand } from 'dynamodb-toolbox';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '#core/base/events/derive';
import type { StoredConversation } from '#core/conversations/entity';
import { countOnPlatform, readDays, readTotals, SHARDS } from '#core/operator/admin/counts';
import { PlatformCountEntity } from '#core/operator/admin/entity';
import { reindex } from '#core/operator/admin/reindex';
import { withLocalTable } from '#test/helpers/local-table';

withLocalTable();

/** What the stream tells of an item that is new. */
function conversationsChanged(after: Readonly<Record<string, unknown>>) {
  return eventsOf({
    pk: String(after.conversationId),
    sk: String(after.entity),
    before: null,
    after,
    expired: false,
    at: new Date('2026-05-02T10:00:00Z'),
  });
}

describe('totals', () => {
  it('count an event once, however often the stream tells of it', async () => {
    const at = new Date('2026-05-01T10:00:00Z');
    const tell = (id: string, by: 1 | -1) => countOnPlatform({ id, at }, 'bots', by);
    await Promise.all([tell('one', 1), tell('one', 1), tell('two', 1), tell('three', 1)]);
    await tell('four', -1);
    expect((await readTotals()).bots).toBe(2);
    expect(await readDays(['2026-04-30', '2026-05-01'])).toMatchObject([
      { counts: { bots: 0 } },
      { counts: { bots: 3 } },
    ]);
  });

  it('lie in as many partitions as there are shards', async () => {
    const keys = [...Array(SHARDS).keys()].map((shard) =>
      PlatformCountEntity.build(GetItemCommand).key({ period: 'TOTAL', shard }).params(),
    );
    expect(new Set(keys.map(({ Key }) => Key?.pk)).size).toBe(SHARDS);
  });

  it('are the same when they are counted anew as when they were counted live', async () => {
    const head = (conversationId: string, set: Partial<StoredConversation>) =>
      ({
        entity: 'Conversation',
        accountId: 'counted',
        botId: 'bot',
        conversationId,
        status: 'active',
        startedAt: '2026-05-01T10:00:00.000Z',
        lastSequence: 2,
        ...set,
      }) as unknown as Readonly<Record<string, unknown>>;
    const items = [
      head('c-real', {}),
      head('c-test', { isTest: true, lastSequence: 5 }),
      head('c-empty', { empty: true, lastSequence: 1 }),
      { entity: 'Message', accountId: 'counted', conversationId: 'c-test' },
    ];
    async function* pages() {
      yield items;
    }
    const before = await readTotals();
    for (const item of items)
      for (const event of conversationsChanged(item)) {
        if (event.type === 'conversation.started') await countOnPlatform(event, 'conversations', 1);
        if (event.type === 'message.created') await countOnPlatform(event, 'messages', 1);
      }
    const live = await readTotals();
    const anew = await reindex(pages());
    expect({ conversations: anew.conversations, messages: anew.messages }).toEqual({
      conversations: live.conversations - before.conversations,
      messages: live.messages - before.messages,
    });
    expect(anew).toMatchObject({ conversations: 1, messages: 2 });
    expect(await readTotals()).toEqual(anew);
  });
});
