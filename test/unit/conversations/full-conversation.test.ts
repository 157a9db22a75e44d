import { randomUUID } from 'node:crypto';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLANS } from '../../../functions/contract/plans';
import { AccountEntity } from '../../../functions/core/accounts/entity';
import { acceptMessage } from '../../../functions/core/conversations/accept-message';
import { ConversationEntity } from '../../../functions/core/conversations/entity';
import { startLocalTable } from '../../helpers/local-table';
import { clock, send, startConversation } from './setup';

let table: { close(): Promise<void> };
beforeAll(async () => {
  table = await startLocalTable();
});
afterAll(() => table.close());

it('refuses one message more than the plan allows, gives a resend of the last, and goes on with a person', async () => {
  const ref = await startConversation();
  const { accountId } = ref;
  const at = clock().toISOString();
  await AccountEntity.build(PutItemCommand)
    .item({
      accountId,
      ownerId: randomUUID(),
      name: 'Example',
      plan: 'free',
      subscriptionStatus: 'active',
      createdAt: at,
      updatedAt: at,
    })
    .send();
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
