import { UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, it } from 'vitest';
import { PLANS } from '#contract/plans';
import { acceptMessage } from '#core/conversations/accept-message';
import { ConversationEntity } from '#core/conversations/entity';
import { withLocalTable } from '#test/helpers/local-table';
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
  await expect(acceptMessage(clock, ref, send('one more'))).rejects.toMatchObject({
    code: 'conversation.full',
  });
  await change({ status: 'escalated' });
  await acceptMessage(clock, ref, send('to a person'));
});
