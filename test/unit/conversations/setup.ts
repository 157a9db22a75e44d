import { randomUUID } from 'node:crypto';
import { PutItemCommand } from 'dynamodb-toolbox';
import { botDefaults } from '../../../functions/contract/bot-config';
import { AccountId, BotId, ClientMessageId, ConversationId } from '../../../functions/contract/ids';
import type { ServerEvent } from '../../../functions/contract/socket';
import { AccountEntity } from '../../../functions/core/accounts/entity';
import type { Answerer, WrittenAnswer } from '../../../functions/core/answers/answerer';
import { BotEntity } from '../../../functions/core/bots/entity';
import type { AnswerDeps } from '../../../functions/core/conversations/answer-conversation';
import { botLists, ConversationEntity } from '../../../functions/core/conversations/entity';
import type { ConversationRef } from '../../../functions/core/conversations/messages';
import { conversationChannel, ListenerEntity } from '../../../functions/core/sockets/entity';
import type { Sockets } from '../../../functions/platform/sockets';

export const clock = () => new Date();

/** Sockets that remember what was said to whom. */
export function recordingSockets(gone: ReadonlySet<string> = new Set()) {
  const said: { readonly to: string; readonly event: ServerEvent }[] = [];
  const sockets: Sockets = {
    async send(to, event) {
      if (gone.has(to)) return 'gone';
      said.push({ to, event });
      return 'sent';
    },
    async close() {},
  };
  return {
    sockets,
    said,
    events: (type: ServerEvent['type']) => said.filter(({ event }) => event.type === type),
  };
}

export const answer = (text: string): WrittenAnswer => ({ text, kind: 'generated', citations: [] });

/** Answers with what is asked, unless told otherwise. */
export function answererOf(overrides: Partial<Answerer> = {}): Answerer {
  return {
    answer: async ({ question }) => answer(`answer to ${question}`),
    quote: async ({ question }) => ({ text: `quotes for ${question}`, kind: 'quoted', citations: [] }),
    ...overrides,
  };
}

export function runOf(owner: string = randomUUID()) {
  return { owner, mode: 'generate', remainingTime: () => 60_000 } as const;
}

export function depsOf(sockets: Sockets, answerer: Answerer = answererOf()): AnswerDeps {
  return { clock, sockets, answerer };
}

export const send = (text: string, id: string = randomUUID()) => ({ id: ClientMessageId.parse(id), text });

/** A bot, a conversation with it, and a visitor whose socket listens. */
export async function startConversation(): Promise<ConversationRef & { readonly botId: BotId }> {
  const accountId = AccountId.parse(randomUUID());
  const botId = BotId.parse(randomUUID());
  const conversationId = ConversationId.parse(randomUUID().replaceAll('-', ''));
  const at = clock().toISOString();
  const config = { ...botDefaults('en'), companyName: 'Example', fallbackMessage: 'I do not know.' };
  await AccountEntity.build(PutItemCommand)
    .item({
      accountId,
      ownerId: accountId,
      name: 'Example',
      plan: 'starter',
      subscriptionStatus: 'active',
      createdAt: at,
      updatedAt: at,
    })
    .send();
  await BotEntity.build(PutItemCommand)
    .item({
      accountId,
      botId,
      widgetId: 'abcdefgh',
      name: 'Helper',
      status: 'active',
      config,
      publication: { number: 1, config },
      lastPublication: 1,
      version: 1,
      createdAt: at,
      updatedAt: at,
    })
    .send();
  const listed = { accountId, botId, conversationId, status: 'active', startedAt: at } as const;
  await ConversationEntity.build(PutItemCommand)
    .item({ ...listed, widgetId: 'abcdefgh', language: 'en', lastSequence: 0, ...botLists(listed) })
    .send();
  await ListenerEntity.build(PutItemCommand)
    .item({
      channel: conversationChannel(accountId, conversationId),
      connectionId: 'visitor',
      expiresAt: 1e10,
    })
    .send();
  return { accountId, conversationId, botId };
}
