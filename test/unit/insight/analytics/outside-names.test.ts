import { PutItemCommand } from 'dynamodb-toolbox';
import { expect, it } from 'vitest';
import { ConversationId } from '#contract/base/ids';
import { AnalyticsQuery } from '#contract/insight/analytics';
import { countConversation } from '#core/insight/analytics/count-conversation';
import { TopicNamesEntity } from '#core/insight/analytics/entity';
import { listRatings } from '#core/insight/analytics/ratings';
import { recountBot } from '#core/insight/analytics/rebuild';
import { analyticsReport } from '#core/insight/analytics/report';
import { difference } from '#core/insight/analytics/tally';
import { renameTopic } from '#core/insight/analytics/topics';
import { newId } from '#platform/ids';
import { readItem } from '#platform/table-reads';
import {
  type GeneratedConversation,
  generateConversations,
  itemsOf,
  randomNumbers,
  writeItems,
} from '#test/helpers/generated-conversations';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { accountWithBots } from './setup';

withLocalTable();
const clock = () => new Date('2026-11-01T12:00:00+01:00');
const MONTH = AnalyticsQuery.parse({ range: 'last_month' });

async function conversationsOf(pages: readonly string[]) {
  const owner = await accountWithBots(1);
  const bot = owner.bots[0] as Pick<GeneratedConversation, 'accountId' | 'botId'>;
  const all = generateConversations(randomNumbers(3), bot, {
    count: pages.length,
    from: new Date('2026-10-01T00:00:00+02:00'),
    days: 20,
  }).map((each, place) => ({ ...each, page: pages[place] ?? '' }));
  for (const each of all) await writeItems(itemsOf(each));
  return { owner, bot, all };
}

it('counts conversations whatever their visitors say that their page is called', async () => {
  const names = ['constructor', '__proto__', 'toString', 'javascript:alert(1)', 'https://shop.example/a'];
  const { owner, bot, all } = await conversationsOf(names);
  for (const each of all) await countConversation(each);
  const { totals, pages } = await analyticsReport(clock, owner, MONTH);
  expect(totals.conversations).toBe(names.length);
  expect(pages).toMatchObject([{ name: 'https://shop.example/a', count: 1 }]);
  expect(await recountBot(bot)).toEqual({ counted: names.length, failed: [] });
});

it.each(['constructor', '__proto__', 'hasOwnProperty'])('adds up what is named %s', (name) => {
  const after = Object.fromEntries([[name, 2]]);
  expect(Object.entries(difference({}, after))).toEqual([[name, 2]]);
  expect(Object.entries(difference(after, {}))).toEqual([[name, -2]]);
});

it('keeps a comment that comes after the stars', async () => {
  const { owner, all } = await conversationsOf(['https://shop.example/']);
  const rated = {
    ...all[0],
    conversationId: ConversationId.parse(newId()),
    stars: 4,
  };
  for (const comment of [null, 'Nice but slow']) {
    const each = { ...rated, comment } as GeneratedConversation;
    await writeItems(itemsOf(each));
    await countConversation(each);
  }
  const { items } = await listRatings(clock, owner, { ...MONTH, limit: 10 } as never);
  expect(items.find(({ conversationId }) => conversationId === rated.conversationId)).toMatchObject({
    stars: 4,
    comment: 'Nice but slow',
  });
});

it.each(['constructor', '__proto__'])(
  'renames a topic that is called %s, and takes it back',
  async (topic) => {
    const { owner, bot } = await conversationsOf([]);
    const names = async () => {
      const found = await readItem(TopicNamesEntity, bot);
      return Object.values(found?.names ?? {});
    };
    await renameTopic(owner, { botId: bot.botId, topic, name: 'Prices' });
    await renameTopic(owner, { botId: bot.botId, topic: 'Prices', name: 'Costs' });
    expect((await names()).sort()).toEqual(['Costs', 'Costs']);
    await renameTopic(owner, { botId: bot.botId, topic, name: '' });
    expect(await names()).toEqual(['Costs']);
  },
);

it('keeps 500 names of topics: another is refused, one of them can be changed', async () => {
  const { owner, bot } = await conversationsOf([]);
  const names = Object.fromEntries(Array.from({ length: 500 }, (_, place) => [`topic ${place}`, 'Prices']));
  await TopicNamesEntity.build(PutItemCommand)
    .item({ ...bot, names, version: 1 })
    .send();
  const rename = (topic: string) => renameTopic(owner, { botId: bot.botId, topic, name: 'Costs' });
  await expectRefusal(rename('parking'), 'analytics.too_many_names');
  await rename('topic 7');
});
