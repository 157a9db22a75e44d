import { UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, it } from 'vitest';
import { PLANS } from '#contract/accounts/plans';
import { RateCounterEntity } from '#core/accounts/limits/rate-limit';
import { acceptMessage } from '#core/conversations/accept-message';
import { ConversationEntity } from '#core/conversations/entity';
import { readItem } from '#platform/table-reads';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { storeAccount } from '#test/helpers/stored-items';
import { clock, send, startConversation } from './setup';

withLocalTable();

it('refuses one message more than the plan allows, gives a resend of the last, and goes on with a person', async () => {
  const ref = await startConversation();
  const { accountId } = ref;
  await storeAccount(accountId, { plan: 'free' });
  const change = (changes: object) =>
    ConversationEntity.build(UpdateItemCommand)
      .item({ ...ref, ...changes })
      .send();
  await change({ visitorMessages: PLANS.free.limits.conversationMessages - 1 });
  const last = send('the last');
  const both = await Promise.allSettled([acceptMessage(clock, ref, last), acceptMessage(clock, ref, last)]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect((await acceptMessage(clock, ref, last)).text).toBe('the last');
  await expectRefusal(acceptMessage(clock, ref, send('one more')), 'conversation.full');
  await change({ status: 'escalated' });
  await acceptMessage(clock, ref, send('to a person'));
});

it('counts nothing of its bot and its account for what a conversation takes no more', async () => {
  const ref = await startConversation();
  const { accountId } = ref;
  const still = () => new Date('2030-03-01T12:00:30Z');
  const counted = async () => {
    const minute = Math.floor(still().getTime() / 60_000);
    const found = await readItem(RateCounterEntity, { subject: `MESSAGES#${accountId}`, minute });
    return found?.count ?? 0;
  };
  // Up to the flood that its own limit refuses.
  for (let n = 0; n < 60; n += 1) await acceptMessage(still, ref, send('again and again'));
  const taken = await counted();
  await expectRefusal(acceptMessage(still, ref, send('again')), 'request.rate_limited');
  expect(await counted()).toBe(taken);
  // And what comes when it is full.
  await storeAccount(accountId, { plan: 'free' });
  await ConversationEntity.build(UpdateItemCommand)
    .item({ ...ref, visitorMessages: PLANS.free.limits.conversationMessages })
    .send();
  const later = () => new Date('2030-03-01T12:01:30Z');
  await expectRefusal(acceptMessage(later, ref, send('more')), 'conversation.full');
  const found = await readItem(RateCounterEntity, {
    subject: `MESSAGES#${accountId}`,
    minute: Math.floor(later().getTime() / 60_000),
  });
  expect(found).toBeUndefined();
});
