import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { AccountId, BotId } from '#contract/base/ids';
import { AnalyticsQuery } from '#contract/insight/analytics';
import { analyticsReport } from '#core/insight/analytics/report';
import type { Visit } from '#core/insight/visits/count-visit';
import { recordVisits } from '#core/insight/visits/record-visits';
import { visitorSalt } from '#core/insight/visits/visitor-salt';
import { newId } from '#platform/ids';
import { documentClient } from '#platform/table';
import { withLocalTable } from '#test/helpers/local-table';
import { accountWithBots } from '#test/unit/insight/analytics/setup';

const DAY = '2026-11-20';
const clock = () => new Date(`${DAY}T12:00:00Z`);

withLocalTable();

function message(visit: Partial<Visit>, receiveCount = 1) {
  const body: Visit = {
    id: newId(clock()),
    accountId: AccountId.parse('a'),
    botId: BotId.parse('b'),
    day: DAY,
    minute: '11:20',
    event: 'shown',
    visitor: crypto.randomUUID(),
    ...visit,
  };
  return { body, delivered: { messageId: body.id, receiveCount } };
}

async function figures(owner: Awaited<ReturnType<typeof accountWithBots>>) {
  const { totals } = await analyticsReport(clock, owner, AnalyticsQuery.parse({ range: '7d' }));
  return { visits: totals.visits, openings: totals.openings, visitors: totals.visitors };
}

describe('visits', () => {
  it('are counted with the day of their bot, as analytics reads them', async () => {
    const owner = await accountWithBots(1);
    const [bot] = owner.bots as [(typeof owner.bots)[number]];
    const visitors = Array.from({ length: 40 }, (_, number) => `visitor ${number}`);
    await recordVisits(clock, [
      ...visitors.map((visitor) => message({ ...bot, visitor })),
      ...visitors.slice(0, 10).map((visitor) => message({ ...bot, visitor })),
      ...visitors.slice(0, 5).map((visitor) => message({ ...bot, visitor, event: 'opened' })),
    ]);
    const counted = await figures(owner);
    expect(counted).toMatchObject({ visits: 50, openings: 5 });
    expect(Math.abs(counted.visitors - 40)).toBeLessThanOrEqual(4);
  });

  it('that are delivered again, alone or among others, count once', async () => {
    const owner = await accountWithBots(1);
    const [bot] = owner.bots as [(typeof owner.bots)[number]];
    const batch = Array.from({ length: 20 }, () => message({ ...bot }));
    await recordVisits(clock, batch);
    const again = batch.map(({ body }) => message(body, 2));
    await recordVisits(clock, [...again.slice(0, 10), message({ ...bot })]);
    await recordVisits(clock, again.slice(10));
    expect(await figures(owner)).toMatchObject({ visits: 21 });
  });

  it('that come again read the batches since they were made, not those of the whole day', async () => {
    const owner = await accountWithBots(1);
    const [bot] = owner.bots as [(typeof owner.bots)[number]];
    const minutesAgo = (minutes: number) => new Date(clock().getTime() - minutes * 60_000);
    for (let minutes = 500; minutes > 10; minutes -= 5)
      await recordVisits(() => minutesAgo(minutes), [message({ ...bot })]);
    const late = message({ ...bot, id: newId(minutesAgo(8)) });
    await recordVisits(() => minutesAgo(7), [late]);
    const send = vi.spyOn(documentClient, 'send');
    await recordVisits(clock, [message(late.body, 2), message({ ...bot })]);
    const read = await Promise.all(send.mock.results.map(({ value }) => value));
    send.mockRestore();
    const batches = read.flatMap(({ Items = [] }) => Items);
    expect(batches.length).toBeGreaterThan(0);
    expect(batches.length).toBeLessThan(50);
    expect(await figures(owner)).toMatchObject({ visits: 100 });
  });

  it('of batches at once are all counted, each once', async () => {
    const owner = await accountWithBots(1);
    const [bot] = owner.bots as [(typeof owner.bots)[number]];
    const batches = Array.from({ length: 4 }, () => Array.from({ length: 25 }, () => message({ ...bot })));
    const failed = await Promise.all(batches.map((batch) => recordVisits(clock, batch)));
    expect(failed.flatMap((ids) => [...ids])).toEqual([]);
    expect(await figures(owner)).toMatchObject({ visits: 100 });
  });

  it('of another tenant are not among them, and no address is kept', async () => {
    const [owner, other] = [await accountWithBots(1), await accountWithBots(1)];
    const [bot] = owner.bots as [(typeof owner.bots)[number]];
    await recordVisits(clock, [message({ ...bot, visitor: 'the hash of a visitor' })]);
    expect(await figures(other)).toMatchObject({ visits: 0, visitors: 0 });
    const { Items = [] } = await documentClient.send(
      new QueryCommand({
        TableName: process.env.TABLE_NAME,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `ACCOUNT#${bot.accountId}#BOT#${bot.botId}#ANALYTICS` },
      }),
    );
    expect(Items.length).toBeGreaterThan(0);
    expect(JSON.stringify(Items)).not.toContain('the hash of a visitor');
  });
});

describe("a day's salt", () => {
  it('is one for all who ask on that day, and the next day nothing tells it any more', async () => {
    const accountId = AccountId.parse('salted');
    const asked = await Promise.all(Array.from({ length: 5 }, () => visitorSalt(clock, accountId, DAY)));
    expect(new Set(asked).size).toBe(1);
    const next = await visitorSalt(clock, accountId, '2026-11-21');
    expect(next).not.toBe(asked[0]);
    // A function whose clock is behind gets what there is.
    expect(await visitorSalt(clock, accountId, DAY)).toBe(next);
  });
});
