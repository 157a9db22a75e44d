import { expect, it } from 'vitest';
import { countConversation } from '#core/insight/analytics/count-conversation';
import { behindSince } from '#core/insight/analytics/counting-lag';
import {
  type GeneratedConversation,
  generateConversations,
  itemsOf,
  randomNumbers,
  writeItems,
} from '#test/helpers/generated-conversations';
import { withLocalTable } from '#test/helpers/local-table';
import { accountWithBots } from './setup';

withLocalTable();

const STARTED = new Date('2026-10-05T09:00:00Z');
const minutesLater = (minutes: number) => new Date(STARTED.getTime() + minutes * 60_000);

it('says since when something that was said is not counted, until it is', async () => {
  const owner = await accountWithBots(1);
  const [bot] = owner.bots;
  if (!bot) throw new Error('There is no bot.');
  const [one] = generateConversations(randomNumbers(5), bot, { count: 1, from: STARTED, days: 1 });
  const conversation = { ...one, startedAt: STARTED } as GeneratedConversation;
  const behind = (minutes: number) => behindSince(minutesLater(minutes), owner.accountId);
  await writeItems(itemsOf(conversation, 1));
  // A moment is no delay.
  expect(await behind(1)).toBeNull();
  expect(await behind(30)).toBe('2026-10-05T09:00:05.000Z');
  await countConversation(conversation);
  expect(await behind(30)).toBeNull();
  await writeItems(itemsOf(conversation));
  expect(await behind(30)).not.toBeNull();
  await countConversation(conversation);
  expect(await behind(30)).toBeNull();
});
