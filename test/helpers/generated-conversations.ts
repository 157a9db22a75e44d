import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type AccountId, type BotId, ConversationId } from '#contract/base/ids';
import { messageIdOf } from '#contract/base/message-ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { accountLists, botLists, HEAD_KEY } from '#core/conversations/entity';
import { environment } from '#platform/environment';
import { documentClient } from '#platform/table';

/** A question of a generated conversation, and how it was answered. */
export interface GeneratedTurn {
  readonly question: string;
  readonly heading: string | null;
  /** Null: the documents held no answer. */
  readonly answer: string | null;
  readonly tookMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** A conversation as one would tell it, from which both the stored items and the expected figures are made. */
export interface GeneratedConversation {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly conversationId: ConversationId;
  readonly startedAt: Date;
  readonly language: 'en' | 'de';
  readonly page: string;
  readonly turns: readonly GeneratedTurn[];
  /** When it was passed on, and how long a person took to write. */
  readonly escalation: { readonly trigger: 'manual' | 'keywords'; readonly agentMs: number | null } | null;
  readonly status: 'active' | 'ended' | 'escalated' | 'resolved' | 'pending';
  readonly stars: number | null;
  readonly comment: string | null;
  readonly providedContact: boolean;
}

/** Numbers between 0 and 1 that are the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What is asked about; a question about it begins with it. */
export const HEADINGS = ['Returns', 'Delivery', 'Opening hours', 'Prices', 'Guarantee'] as const;
const PAGES = ['https://shop.example/', 'https://shop.example/bikes', 'https://shop.example/help'] as const;

/** So many conversations of a bot, spread over days. */
export function generateConversations(
  random: () => number,
  bot: { readonly accountId: AccountId; readonly botId: BotId },
  { count, from, days }: { readonly count: number; readonly from: Date; readonly days: number },
): GeneratedConversation[] {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  return Array.from({ length: count }, (_, number) => {
    const turns = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, turn): GeneratedTurn => {
      const heading = pick(HEADINGS);
      const isAnswered = random() < 0.8;
      return {
        // What a question is about stands first, as its topic is made of it.
        question: `${heading.toLowerCase()} shop street: question ${number} part ${turn}`,
        heading: isAnswered ? heading : null,
        answer: isAnswered ? `Of ${heading}: ${'words '.repeat(1 + Math.floor(random() * 20))}` : null,
        tookMs: Math.floor(random() * 20_000),
        inputTokens: Math.floor(random() * 3_000),
        outputTokens: Math.floor(random() * 300),
        costUsd: Math.floor(random() * 1_000) / 1_000_000,
      };
    });
    const isEscalated = random() < 0.2;
    const isRated = random() < 0.3;
    return {
      ...bot,
      conversationId: ConversationId.parse(randomUUID()),
      startedAt: new Date(from.getTime() + Math.floor(random() * days * 86_400_000)),
      language: random() < 0.5 ? 'en' : 'de',
      page: pick(PAGES),
      turns,
      escalation: isEscalated
        ? { trigger: random() < 0.5 ? 'manual' : 'keywords', agentMs: random() < 0.7 ? 60_000 : null }
        : null,
      status: isEscalated
        ? pick(['escalated', 'pending', 'resolved'] as const)
        : pick(['active', 'ended'] as const),
      stars: isRated ? 1 + Math.floor(random() * 5) : null,
      comment: isRated && random() < 0.5 ? `comment ${number}` : null,
      providedContact: random() < 0.1,
    };
  });
}

type Item = Record<string, unknown>;

/** The items that a conversation has left in the table; `messages` may be fewer than there will be. */
export function itemsOf(conversation: GeneratedConversation, upTo = Number.POSITIVE_INFINITY): Item[] {
  const { accountId, botId, conversationId, escalation } = conversation;
  const pk = conversationChannel(accountId, conversationId);
  const at = (ms: number) => new Date(conversation.startedAt.getTime() + ms).toISOString();
  let clock = 0;
  let number = 0;
  const messages: Item[] = [];
  const add = (message: Item) => {
    number += 1;
    const messageId = messageIdOf(conversationId, number);
    messages.push({
      pk,
      sk: `MESSAGE#${messageId}`,
      entity: 'Message',
      accountId,
      conversationId,
      messageId,
      ...message,
    });
    return messageId;
  };
  for (const turn of conversation.turns) {
    clock += 5_000;
    const asked = add({ author: 'visitor', text: turn.question, createdAt: at(clock) });
    clock += turn.tookMs;
    add({
      author: 'bot',
      inReplyTo: asked,
      createdAt: at(clock),
      text: turn.answer ?? 'I do not know.',
      kind: turn.answer === null ? 'abstained' : 'generated',
      ...(turn.answer === null && { unanswered: turn.question }),
      ...(turn.heading !== null && {
        citations: [{ number: 1, documentId: 'd', title: 'Handbook', heading: turn.heading, quote: 'q' }],
      }),
      record: {
        model: 'm',
        modelFailure: null,
        inputTokens: turn.inputTokens,
        outputTokens: turn.outputTokens,
        costUsd: turn.costUsd,
        retrievedMs: 1,
        firstTextMs: 2,
        doneMs: turn.tookMs,
        searchedFor: null,
        unsupported: [],
      },
    });
  }
  const escalatedAt = clock + 1_000;
  if (escalation?.agentMs != null) {
    clock = escalatedAt + escalation.agentMs;
    add({ author: 'agent', authorName: 'Ann', text: 'Hello', createdAt: at(clock) });
  }
  const said = messages.slice(0, upTo);
  const isWhole = said.length === messages.length;
  const lists = {
    accountId,
    botId,
    conversationId,
    startedAt: at(0),
    lastMessageAt: said.at(-1)?.createdAt as string | undefined,
    status: isWhole ? conversation.status : 'active',
  };
  const head: Item = {
    pk,
    sk: HEAD_KEY,
    entity: 'Conversation',
    ...lists,
    widgetId: 'w1234567',
    language: conversation.language,
    page: conversation.page,
    lastSequence: said.length,
    ...botLists(lists),
    ...(isWhole && {
      ...(escalation && { escalation: { trigger: escalation.trigger, at: at(escalatedAt) } }),
      ...(conversation.stars !== null && { stars: conversation.stars }),
      ...(conversation.comment !== null && { ratingComment: conversation.comment }),
      ...(conversation.providedContact && { providedContact: true }),
    }),
  };
  const companion: Item = {
    pk,
    sk: 'COMPANION',
    entity: 'ConversationCompanion',
    accountId,
    conversationId,
    ...accountLists(lists),
  };
  return [...said, companion, head];
}

/** Writes items as they are: no use case would say such a thing at such a time. */
export async function writeItems(items: readonly Item[]): Promise<void> {
  for (let first = 0; first < items.length; first += 25) {
    const requests = items.slice(first, first + 25).map((Item) => ({ PutRequest: { Item } }));
    await documentClient.send(
      new BatchWriteCommand({ RequestItems: { [environment('TABLE_NAME')]: requests } }),
    );
  }
}
