import type { ErrorCode } from '#contract/base/errors';
import type { PublicBot } from '#contract/bots/public-bot';
import type { Conversation } from './conversation';
import { el } from './dom';
import type { Entry } from './entry';
import { markdown, plainText, typed } from './markdown';
import * as strings from './strings';

/** How far a visitor's message has come. */
const STATES: Readonly<Partial<Record<Entry['status'], string>>> = {
  sending: strings.sending,
  sent: strings.sent,
  delivered: strings.delivered,
  read: strings.read,
};

/** Of a bot that takes no messages at the moment. */
const CLOSED: ReadonlySet<ErrorCode | null> = new Set<ErrorCode>([
  'plan.conversations_exceeded',
  'widget.not_found',
  'widget.paused',
]);

export interface MessageListOptions {
  readonly conversation: Conversation;
  /** Adds to a message what it has besides its words. */
  decorate(entry: Entry, item: HTMLElement): void;
  /** Called when an answer that was held back may be seen. */
  onRelease(): void;
}

export type MessageList = ReturnType<typeof createMessageList>;

/** Pixels between what is revealed and the edge of the list. */
const EDGE = 12;

/** The list of messages: one element an entry, rebuilt only when its entry changed. */
export function createMessageList({ conversation, decorate, onRelease }: MessageListOptions) {
  const list = el('ol', { class: 'log', tabindex: '0', 'aria-label': strings.messages });
  // A screen reader hears each answer once and whole, not piece by piece as it is written. It belongs to the form, so
  // that resetting that takes the last answer away for whoever comes next.
  const announcer = el('output', { class: 'hidden', form: 'form' });
  const greeting = el('li', { class: 'bot', id: 'greeting' });
  const opening = el('li', { class: 'bot' });
  const shown = new Map<string, { readonly element: HTMLElement; state: string }>();
  const announced = new Set<string>();
  const starters = el('li', { class: 'starters' });
  const continueLast = el(
    'li',
    { class: 'starters' },
    choice(strings.continueLast, () => conversation.continueLast()),
  );
  const older = el('button', { class: 'starter', onclick: loadOlder }, strings.older);
  const olderItem = el('li', { class: 'starters' }, older);
  let bot: Partial<PublicBot> = {};
  /** Times that the newest question was asked again. */
  let retries = 0;
  let question: string | undefined;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  /** Of the list as it was last seen: who had the end before them then has it also when the list has shrunk since. */
  let height = 0;
  list.append(olderItem, continueLast, greeting, opening, starters);

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
      const newest = entry === asked || entry === entries.at(-1);
      const state = JSON.stringify([entry, wait > 0, newest, newest && retries]);
      const known = shown.get(entry.key);
      if (known?.state !== state) {
        const next = toElement(entry, wait > 0, newest);
        if (known) known.element.replaceWith(next);
        shown.set(entry.key, { element: next, state });
      }
      if (wait <= 0) announce(entry);
    }
    for (const [key, { element: old }] of shown) {
      if (keys.has(key)) continue;
      old.remove();
      shown.delete(key);
    }
    let previous: Element = starters;
    for (const key of keys) {
      const current = shown.get(key)?.element;
      if (!current) continue;
      if (previous.nextElementSibling !== current) previous.after(current);
      previous = current;
    }
    // What the bot opens with is a message of its own as soon as the conversation has begun.
    const isNew = conversation.isNew && !bot.paused;
    opening.hidden = !isNew || !bot.opening;
    starters.hidden = !isNew || !!entries[0] || !!bot.opening || !starters.firstChild;
    continueLast.hidden = !conversation.canContinue;
    olderItem.hidden = !conversation.hasOlder;
  }

  /** What is read stays where it is while older messages come above it. */
  async function loadOlder() {
    const before = list.scrollHeight - list.scrollTop;
    older.disabled = true;
    try {
      await conversation.loadOlder();
      older.textContent = strings.older;
      list.scrollTop = list.scrollHeight - before;
    } catch {
      older.textContent = strings.retry;
    }
    older.disabled = false;
  }

  /** Whether nothing that is sent would be taken. A session knows more of it than the configuration of this page. */
  const isClosed = () => CLOSED.has(conversation.problem) || (bot.paused === true && !conversation.grant);

  /** Milliseconds until an answer that came to this page may be seen: it is to look thought about. */
  function heldFor({ author, receivedAt }: Entry): number {
    return author === 'bot' && receivedAt > 0
      ? receivedAt + (bot.responseDelay ?? 0) * 1_000 - Date.now()
      : 0;
  }

  function announce(entry: Entry) {
    const { author, authorName, status, key, receivedAt, text, prompt } = entry;
    if (author === 'visitor' || status === 'writing' || announced.has(key)) return;
    announced.add(key);
    const options = prompt?.type === 'field' ? prompt.field.options : [];
    // A failure is an alert by itself; what was said before is shown, but not read out.
    if (receivedAt > 0 && status === 'done')
      announcer.value = `${authorName ?? bot.botName}: ${[author === 'agent' ? text : plainText(text), ...options].join('\n')}`;
  }

  function toElement(entry: Entry, isHeld: boolean, isNewest: boolean): HTMLElement {
    if (entry.author === 'visitor') {
      const item = el(
        'li',
        { class: 'visitor' },
        el('span', { class: 'hidden' }, `${strings.you}: `),
        entry.text,
      );
      if (entry.status === 'failed') item.append(failure(entry, refused(entry)));
      else if (isNewest) item.append(el('span', { class: 'state' }, STATES[entry.status] ?? ''));
      decorate(entry, item);
      return item;
    }
    const item = el('li', { class: entry.author });
    if (entry.author === 'agent' && entry.authorName) item.append(note(entry.authorName));
    if (entry.status === 'failed') item.append(failure(entry, strings.noAnswer));
    else if (entry.status === 'stopped')
      item.append(...(entry.text ? answer(entry) : []), note(strings.stopped));
    else if (isHeld || !entry.text) {
      item.hidden = bot.typingIndicator === false;
      item.append(
        el(
          'span',
          { class: 'dots', role: 'img', 'aria-label': `${bot.botName} ${strings.writing}` },
          el('i'),
          el('i'),
          el('i'),
        ),
      );
    } else item.append(...answer(entry));
    const isOver = entry.status === 'done' || entry.status === 'stopped';
    if (isOver && !isHeld) decorate(entry, item);
    if (isNewest && isOver && !isHeld && isAnswer(entry) && retries < (bot.maxRetries ?? 0))
      item.append(
        el(
          'button',
          {
            class: 'again',
            onclick: () => {
              retries++;
              conversation.regenerate(entry.key);
              // The button that had the focus is gone.
              list.focus();
            },
          },
          `↻ ${strings.again}`,
        ),
      );
    return item;
  }

  function refused({ error }: Entry): string {
    if (error === 'conversation.full') return bot.escalationEnabled ? strings.fullOrPerson : strings.full;
    return CLOSED.has(error) ? strings.ended : strings.notSent;
  }

  function note(text: string): HTMLElement {
    return el('p', { class: 'note' }, text);
  }

  function choice(text: string, onclick: () => void): HTMLElement {
    return el('button', { class: 'starter', onclick }, text);
  }

  function answer(entry: Entry): Node[] {
    if (entry.author === 'agent') return [typed(entry.text)];
    // While the answer is written its sources are not known yet.
    const isKnown = (number: number) =>
      entry.status === 'writing' || entry.citations.some((citation) => citation.number === number);
    const body = markdown(entry.text, (number) => (isKnown(number) ? el('sup', {}, String(number)) : null));
    return entry.kind === 'quoted' ? [note(strings.quotes), body] : [body];
  }

  function failure(entry: Entry, text: string): HTMLElement {
    // It would be refused again.
    const isLost = entry.error === 'message.too_long' || entry.error === 'widget.site_not_allowed';
    const isFull = entry.error === 'conversation.full';
    const button = (label: string, act: (key: string) => void) =>
      el(
        'button',
        {
          onclick: () => {
            act(entry.key);
            list.focus();
          },
        },
        label,
      );
    return el(
      'p',
      { class: 'failed', role: 'alert' },
      `${text} `,
      !isLost &&
        button(isFull ? strings.anew : strings.retry, (key) => {
          conversation.retry(key);
          // What could not be said here is still to be sent: the new chat begins with it.
          if (isFull) conversation.startAnew();
        }),
      ' · ',
      button(strings.dismiss, conversation.remove),
    );
  }

  function isAtEnd(): boolean {
    return list.scrollHeight - list.scrollTop - height < 60;
  }

  function scrollToEnd() {
    list.scrollTop = list.scrollHeight;
    height = list.clientHeight;
  }

  /** Scrolls until all of an element is seen, or its beginning where it is too long. Moves the list, never the page. */
  function reveal(target: Element) {
    const [box, frame] = [target.getBoundingClientRect(), list.getBoundingClientRect()];
    const above = box.top - frame.top - EDGE;
    const below = box.bottom - frame.bottom + EDGE;
    if (above < 0) list.scrollTop += above;
    else if (below > 0) list.scrollTop += Math.min(above, below);
  }

  // The input grows, and what the chat asks for stands below the list.
  new ResizeObserver(() => {
    const following = isAtEnd();
    height = list.clientHeight;
    if (following) scrollToEnd();
  }).observe(list);

  return {
    list,
    greeting,
    elements: [list, announcer],
    render,
    /** Builds every message anew, with what `decorate` adds now. */
    refresh() {
      for (const known of shown.values()) known.state = '';
      render();
    },
    isAtEnd,
    reveal,
    scrollToEnd,
    isClosed,
    /** What the bot says by itself, and how it behaves. */
    describe(next: Partial<PublicBot>) {
      bot = next;
      // A flow that begins with a message greets by it.
      greeting.hidden = !bot.welcomeMessage || bot.paused === true || !!bot.opening;
      greeting.replaceChildren(markdown(bot.welcomeMessage as string));
      opening.replaceChildren(markdown(bot.opening?.text ?? ''));
      starters.replaceChildren(
        ...(bot.starterQuestions ?? []).map((question) =>
          choice(question, () => {
            conversation.send(question);
            list.focus();
          }),
        ),
      );
    },
    /** Entries that a person would have seen: whole, and no longer held back. */
    visibleReplies: () =>
      conversation.entries.filter(
        (entry) => entry.author !== 'visitor' && entry.status === 'done' && heldFor(entry) <= 0,
      ),
  };
}

/** What can be asked for anew: neither a step of a flow nor the word that a person takes over, or that it is over. */
function isAnswer({ author, kind }: Entry): boolean {
  return author === 'bot' && kind !== 'guided' && kind !== 'escalated' && kind !== 'ended';
}
