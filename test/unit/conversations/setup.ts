import { randomUUID } from 'node:crypto';
import { PutItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId, ClientMessageId, ConversationId } from '#contract/base/ids';
import type { ServerEvent } from '#contract/socket';
import { conversationChannel, ListenerEntity } from '#core/accounts/sockets/entity';
import type { Answerer, WrittenAnswer } from '#core/answers/answerer';
import type { AnswerDeps } from '#core/conversations/answer-conversation';
import { botLists, ConversationEntity } from '#core/conversations/entity';
import type { ConversationRef } from '#core/conversations/messages';
import { newId } from '#platform/ids';
import type { Sockets } from '#platform/sockets';
import { storeAccount, storeBot } from '#test/helpers/stored-items';

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
  await storeAccount(accountId);
  await storeBot({ accountId, botId });
  return furtherConversation({ accountId, botId });
}

/** Another one of the same bot. */
export async function furtherConversation({
  accountId,
  botId,
}: {
  readonly accountId: AccountId;
  readonly botId: BotId;
}): Promise<ConversationRef & { readonly botId: BotId }> {
  const conversationId = ConversationId.parse(newId());
  const at = clock().toISOString();
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
