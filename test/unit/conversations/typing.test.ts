import { randomUUID } from 'node:crypto';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import type { ConversationStatus } from '#contract/conversations/conversations';
import { connect } from '#core/accounts/sockets/connections';
import { createTicket } from '#core/accounts/sockets/tickets';
import { ConversationEntity } from '#core/conversations/entity';
import { handleFrame } from '#core/conversations/handle-frame';
import { withLocalTable } from '#test/helpers/local-table';
import { enterAccount } from '../accounts/sockets/member';
import { clock, recordingSockets, startConversation } from './setup';

withLocalTable();

test('the team is told that a visitor writes while a person answers, and not of what they ask a bot', async () => {
  const ref = await startConversation();
  const open = async (audience: Parameters<typeof createTicket>[2]) => {
    const connectionId = randomUUID();
    const { ticket } = await createTicket({ clock, socketUrl: '' }, ref.accountId, audience);
    await connect(clock, { connectionId, ticket });
    return connectionId;
  };
  const visitor = await open({ kind: 'visitor', conversationId: ref.conversationId });
  await enterAccount(ref.accountId, 'u');
  const dashboard = await open({ kind: 'dashboard', userId: 'u', sessionId: 's', signedInAt: 0 });
  const { sockets, said } = recordingSockets();
  const deps = { clock, sockets, startAnswer: async () => {} };
  const types = () => handleFrame(deps, visitor, '{"type":"visitor.typing"}');
  const become = (status: ConversationStatus) =>
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId: ref.accountId, conversationId: ref.conversationId, status })
      .send();
  await types();
  expect(said).toEqual([]);
  await become('pending');
  await types();
  expect(said).toEqual([
    { to: dashboard, event: { type: 'visitor.typing', conversationId: ref.conversationId } },
  ]);
});
