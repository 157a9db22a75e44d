import type { PublicBot } from '#contract/bots/public-bot';
import { createAnnouncer } from './announcer';
import { el } from './dom';
import type { Entry } from './entry';
import { createListHead } from './list-head';
import { CLOSED, messageItem, type Surroundings } from './message-item';
import { createScrolling } from './scrolling';
import * as strings from './strings';

export interface MessageListOptions extends Pick<Surroundings, 'conversation' | 'decorate'> {
  /** Called when an answer that was held back may be seen. */
  onRelease(): void;
}

export type MessageList = ReturnType<typeof createMessageList>;

/** The list of messages: one element an entry, rebuilt only when its entry changed. */
export function createMessageList(options: MessageListOptions) {
  const { conversation, onRelease } = options;
  const list = el('ol', { class: 'log', tabindex: '0', 'aria-label': strings.messages });
  const { element, announce } = createAnnouncer();
  const scrolling = createScrolling(list);
  const head = createListHead(conversation, list);
  const shown = new Map<string, { readonly element: HTMLElement; state: string }>();
  let bot: Partial<PublicBot> = {};
  /** Times that the newest question was asked again. */
  let retries = 0;
  let question: string | undefined;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;

  function render() {
    const keys = new Set<string>();
    const { entries } = conversation;
    const asked = entries.findLast(({ author }) => author === 'visitor');
    clearTimeout(holdTimer);
    if (asked && asked.text !== question) {
      question = asked.text;
      retries = 0;
    }
    for (const entry of entries) {
      keys.add(entry.key);
      const wait = heldFor(entry);
      if (wait > 0) holdTimer = setTimeout(onRelease, wait);
      else announce(entry, bot.botName);
      show(entry, wait > 0, entry === asked || entry === entries.at(-1));
    }
    for (const [key, { element: old }] of shown) {
      if (keys.has(key)) continue;
      old.remove();
      shown.delete(key);
    }
    let previous: Element = head.end;
    for (const key of keys) {
      const current = shown.get(key)?.element;
      if (!current) continue;
      if (previous.nextElementSibling !== current) previous.after(current);
      previous = current;
    }
    head.render(bot);
  }

  function show(entry: Entry, isHeld: boolean, isNewest: boolean) {
    const { key } = entry;
    const state = JSON.stringify([entry, isHeld, isNewest, isNewest && retries]);
    const known = shown.get(key);
    if (known?.state === state) return;
    const next = messageItem(entry, {
      ...options,
      bot,
      isHeld,
      isNewest,
      repeat:
        isNewest &&
        retries < (bot.maxRetries ?? 0) &&
        (() => {
          retries++;
          conversation.regenerate(key);
        }),
      list,
    });
    known?.element.replaceWith(next);
    shown.set(key, { element: next, state });
  }

  /** Milliseconds until an answer that came to this page may be seen: it is to look thought about. */
  function heldFor({ author, receivedAt }: Entry): number {
    return author === 'bot' && receivedAt > 0
      ? receivedAt + (bot.responseDelay ?? 0) * 1_000 - Date.now()
      : 0;
  }

  return {
    ...scrolling,
    list,
    greeting: head.greeting,
    elements: [list, element],
    render,
    /** Builds every message anew, with what `decorate` adds now. */
    refresh() {
      for (const known of shown.values()) known.state = '';
      render();
    },
    /** Whether nothing that is sent would be taken. A session knows more of it than the configuration of this page. */
    isClosed: () => CLOSED.includes(conversation.problem) || (bot.paused === true && !conversation.grant),
    /** What the bot says by itself, and how it behaves. */
    describe(next: Partial<PublicBot>) {
      bot = next;
      head.describe(bot);
    },
    /** Entries that a person would have seen: whole, and no longer held back. */
    visibleReplies: () =>
      conversation.entries.filter(
        (entry) => entry.author !== 'visitor' && entry.status === 'done' && heldFor(entry) <= 0,
      ),
  };
}
