import type { SoldPlace } from '#contract/accounts/limits';
import type { AccountId, BotId, ConversationId, MessageId } from '#contract/base/ids';

/** An item of the table as the stream has it. A subscriber knows its entity by the event. */
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
  /** The visitor has given contact details, or changed them. */
  'contact.collected': InConversation;
  /** A message of anybody, in the order in which they were said. */
  'message.created': InConversation & { readonly messageId: MessageId };
  /** Any change of a conversation's head: a `Conversation` item. */
  'conversation.changed': Changed;
  /** It was erased: a `Conversation` item, also of a trial. */
  'conversation.removed': Removed;
  /** A `Message` item, also of a trial. */
  'message.added': Added;
  /** The team did something in a conversation, or wrote a note: a `TimelineEntry` item. */
  'conversation.worked_on': Added;
  /** The bot answered: a `Message` item, also of a trial. */
  'answer.given': Added;
  /** An answer for which the documents held nothing: a `Message` item with what was asked, also of a trial. */
  'answer.abstained': Added;
  /** A visitor's message, also of a trial, gets no answer: a `Message` item with why. */
  'answer.failed': Added;
  /** A `Document` item. */
  'document.changed': Changed;
  'document.removed': Removed;
  'document.failed': Added;
  /**
   * A document's status changed, or it came or went: its bot's training stands elsewhere. `isRead`: it is in work no
   * more, whether something came of it or not.
   */
  'document.moved': InBot & { readonly isRead: boolean };
  /** A `Bot` item; null of one that is gone. */
  'bot.changed': { readonly before: Image | null; readonly after: Image | null };
  /** The seven days in which a deleted bot can be restored are over. */
  'bot.purge_due': InBot;
  /** All of a deleted bot has been erased. */
  'bot.purged': InBot;
  /** A `Webhook` item. */
  'webhook.removed': Removed;
  /** An `Attachment` item. */
  'attachment.removed': Removed;
  /** A `Segment` item. */
  'segment.removed': Removed;
  /** A bot's `Manifest` item; null after where its bot was erased. */
  'index.changed': { readonly before: Image | null; readonly after: Image | null };
  /** An `Invitation` item: a link was mailed, for the first time or anew. */
  'member.invited': Added;
  /** A `Membership` item. */
  'member.suspended': Added;
  'member.removed': Removed;
  /** The `Membership` item of the new owner. */
  'ownership.transferred': Changed;
  /** Any change of a `Membership` or an `Invitation` item. */
  'team.changed': { readonly before: Image | null; readonly after: Image | null };
  /**
   * A counter has come to 80 or 100% of its limit: of a bot's day, or where `botId` is null of the account's month, of
   * `place` where there is one, else of its conversations.
   */
  'limit.warned': {
    readonly accountId: AccountId;
    readonly botId: BotId | null;
    /** `2030-01` or `2030-01-31`. */
    readonly period: string;
    readonly place?: SoldPlace;
  };
  /** Questions that a bot's run of test questions passed before fail now: a `GoldenSet` item. */
  'golden.regressed': InBot & { readonly questions: number };
  /** A report could not be sent for good: a `ReportRun` item. */
  'report.failed': Added;
  /** A `Subscription` item: what an account pays for, or how that stands, is another than before. */
  'subscription.changed': Changed;
  /** A renewal could not be paid: the plan is kept while the card is tried again. */
  'payment.failed': Added;
  /** A `Subscription` item: it has ended, or its plan holds no more since its invoices stay unpaid. */
  'plan.ended': Changed;
  /** An `Account` item: its plan, or what it counts against it. */
  'account.changed': Changed;
  'account.removed': Removed;
  /** The days in which an account's deletion can be undone are over. */
  'account.purge_due': { readonly accountId: AccountId };
  /** A `Profile` item. */
  'profile.changed': Changed;
  'profile.removed': Removed;
  /** Somebody has signed in: a `UserSession` item. */
  'session.begun': Added;
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

/** An event without id and time; `subject` distinguishes several of one type in the same change. */
export type EventDraft = {
  readonly [T in EventType]: { readonly type: T; readonly subject?: string } & DomainEvents[T];
}[EventType];
