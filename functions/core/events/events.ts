import type { AccountId, BotId, ConversationId, MessageId } from '../../contract/ids';

/** An item of the table as the stream has it. Who follows an event knows which entity's it is. */
export type Image = Readonly<Record<string, unknown>>;

interface InBot {
  readonly accountId: AccountId;
  readonly botId: BotId;
}

interface InConversation extends InBot {
  readonly conversationId: ConversationId;
}

interface Added {
  readonly after: Image;
}

interface Removed {
  readonly before: Image;
}

interface Changed {
  /** Null of what is new. */
  readonly before: Image | null;
  readonly after: Image;
}

/**
 * What happened, by its name. Those about a conversation are of visitors only: a trial of the draft, and a conversation
 * that was opened without a word, make no events but `conversation.changed` and `message.added`.
 */
export interface DomainEvents {
  /** Its visitor has said something for the first time. */
  'conversation.started': InConversation;
  'conversation.escalated': InConversation;
  'conversation.ended': InConversation;
  'conversation.rated': InConversation;
  /** The visitor has said how she can be reached, or said it anew. */
  'contact.collected': InConversation;
  /** A message of anybody, in the order in which they were said. */
  'message.created': InConversation & { readonly messageId: MessageId };
  /** Any change of a conversation's head: a `Conversation` item. */
  'conversation.changed': Changed;
  /** A `Message` item, also of a trial. */
  'message.added': Added;
  /** The bot answered: a `Message` item, also of a trial. */
  'answer.given': Added;
  /** An answer for which the documents held nothing: a `Message` item with what was asked, also of a trial. */
  'answer.abstained': Added;
  /** A `Document` item. */
  'document.changed': Changed;
  'document.removed': Removed;
  'document.failed': Added;
  /** A document's status changed, or it came or went: its bot's training stands elsewhere. */
  'document.moved': InBot;
  /** A `Bot` item; null of one that is gone. */
  'bot.changed': { readonly before: Image | null; readonly after: Image | null };
  /** The seven days in which a deleted bot can be restored are over. */
  'bot.purge_due': InBot;
  /** A `Webhook` item. */
  'webhook.removed': Removed;
  /** An `Attachment` item. */
  'attachment.removed': Removed;
  /** A `Segment` item. */
  'segment.removed': Removed;
  /** A bot's `Manifest` item; null after where its bot was erased. */
  'index.changed': { readonly before: Image | null; readonly after: Image | null };
  /** A `Membership` item: somebody may act for an account from now on. */
  'member.joined': Added;
  /** A counter has come to 80 or 100% of its limit: of a bot's day, or of the account's month where `botId` is null. */
  'limit.warned': {
    readonly accountId: AccountId;
    readonly botId: BotId | null;
    /** `2030-01` or `2030-01-31`. */
    readonly period: string;
  };
  /** A `Profile` item. */
  'profile.changed': Changed;
}

export type EventType = keyof DomainEvents;

/** An event. Redelivered, it is the same to the letter: `id` tells two of a kind apart. */
export type DomainEvent<TYPE extends EventType = EventType> = {
  readonly [T in TYPE]: DomainEvents[T] & {
    readonly type: T;
    readonly id: string;
    /** When the table changed, to the second. */
    readonly at: Date;
  };
}[TYPE];

/** An event before it has a name of its own; `subject` tells it from others of its type in the same change. */
export type Happened = {
  readonly [T in EventType]: { readonly type: T; readonly subject?: string } & DomainEvents[T];
}[EventType];
