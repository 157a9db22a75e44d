import type { ErrorCode } from '../../functions/contract/errors';
import type { PublicBot } from '../../functions/contract/public-bot';
import type { Conversation } from './conversation';
import { el } from './dom';
import type { Entry } from './entry';
import { markdown } from './markdown';
import * as say from './strings';

const WHEN = { dateStyle: 'full', timeStyle: 'short' } as const;
/** It is told by the weekday too. */
const YEAR = /,? 20\d\d/;

/** Dates as the visitor's country writes them, where that is in the chat's language. */
const LOCALE = navigator.language.startsWith(say.language) ? navigator.language : say.language;

/** How far a message has come; named one by one, since the build drops the texts that nobody names. */
const STATES = { sending: say.sending, delivered: say.delivered, read: say.read };

/** Of a bot that takes no messages at the moment. */
const CLOSED: ReadonlySet<ErrorCode | null> = new Set<ErrorCode>([
  'plan.conversations_exceeded',
  'widget.not_found',
  'widget.paused',
]);

/** The list of messages: one element an entry, rebuilt only when its entry changed. */
export function createLog(conversation: Conversation, onRelease: () => void) {
  const list = el('ol', { class: 'log', tabindex: '0', 'aria-label': say.messages });
  // A screen reader hears each answer once and whole, not piece by piece as it is written. It belongs to the form, so
  // that resetting that takes the last answer away for whoever comes next.
  const announcer = el('output', { class: 'hidden', form: 'form' });
  const greeting = el('li', { class: 'bot', id: 'greeting' });
  const opening = el('li', { class: 'bot' });
  const shown = new Map<string, { readonly element: HTMLElement; state: string }>();
  const announced = new Set<string>();
  const starters = el('li', { class: 'starters' });
  const notice = el('li', { class: 'bot notice' });
  const last = el(
    'li',
    { class: 'starters' },
    choice(say.continueLast, () => conversation.continueLast()),
  );
  let bot: Partial<PublicBot> = {};
  /** Times that the newest question was asked again. */
  let retries = 0;
  let question: string | undefined;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  /** Adds to a message what it has besides its words. */
  let decorate: ((entry: Entry, item: HTMLElement) => void) | undefined;
  list.append(last, greeting, opening, starters);

  function render() {
    const following = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const keys = new Set<string>();
    const { turns } = conversation;
    const asked = turns.findLast(({ author }) => author === 'visitor');
    clearTimeout(holdTimer);
    if (asked && asked.text !== question) {
      question = asked.text;
      retries = 0;
    }
    for (const entry of turns) {
      keys.add(entry.key);
      const wait = heldFor(entry);
      if (wait > 0) holdTimer = setTimeout(onRelease, wait);
      const newest = entry === asked || entry === turns.at(-1);
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
    starters.hidden = !isNew || !!turns[0] || !!bot.opening || !starters.firstChild;
    last.hidden = !conversation.canContinue;
    const opensAt = conversation.grant?.opensAt;
    const closed = isClosed();
    // Who passes the visitor on says so herself.
    const away = closed || (conversation.isAway && !conversation.isWithPerson && !conversation.isOver);
    // In her own time, wherever the business is.
    const back = opensAt && say.backAt(new Date(opensAt).toLocaleString(LOCALE, WHEN).replace(YEAR, ''));
    const text = [bot.offlineMessage || say.ended, !closed && back].filter(Boolean).join('\n\n');
    if (notice.title !== text) {
      notice.title = text;
      notice.replaceChildren(markdown(text));
    }
    // Outside business hours once, before what is said: below a right answer it would contradict it.
    const neighbour = closed ? list.lastElementChild : greeting;
    if (!away) notice.remove();
    else if (neighbour !== notice && neighbour?.nextElementSibling !== notice) neighbour?.after(notice);
    if (following) scrollToEnd();
  }

  /** Whether nothing that is sent would be taken. A session knows more of it than the configuration of this page. */
  const isClosed = () => CLOSED.has(conversation.problem) || (bot.paused === true && !conversation.grant);

  /** Milliseconds until an answer that came to this page may be seen: it is to look thought about. */
  function heldFor({ author, since }: Entry): number {
    return author === 'bot' && since > 0 ? since + (bot.responseDelay ?? 0) * 1_000 - Date.now() : 0;
  }

  function announce(entry: Entry) {
    const { author, authorName, status, key, since, text, prompt } = entry;
    if (author === 'visitor' || status === 'writing' || announced.has(key)) return;
    announced.add(key);
    const options = prompt?.type === 'field' ? prompt.field.options : [];
    // A failure is an alert by itself; what was said before is shown, but not read out.
    if (since > 0 && status === 'done')
      announcer.value = `${authorName ?? bot.botName}: ${[text.replace(/\*\*|`|\[\d+\]/g, ''), ...options].join('\n')}`;
  }

  function toElement(entry: Entry, isHeld: boolean, isNewest: boolean): HTMLElement {
    if (entry.author === 'visitor') {
      const item = el(
        'li',
        { class: 'visitor' },
        el('span', { class: 'hidden' }, `${say.you}: `),
        entry.text,
      );
      if (entry.status === 'failed') item.append(failure(entry, refused(entry)));
      else if (isNewest)
        item.append(el('span', { class: 'state' }, STATES[entry.status as 'read'] ?? say.sent));
      decorate?.(entry, item);
      return item;
    }
    const item = el('li', { class: entry.author });
    if (entry.status === 'failed') item.append(failure(entry, say.noAnswer));
    else if (entry.status === 'stopped') item.append(...(entry.text ? answer(entry) : []), note(say.stopped));
    else if (isHeld || !entry.text) {
      item.hidden = bot.typingIndicator === false;
      item.append(
        el(
          'span',
          { class: 'dots', role: 'img', 'aria-label': `${bot.botName} ${say.writing}` },
          el('i'),
          el('i'),
          el('i'),
        ),
      );
    } else item.append(...answer(entry));
    const isOver = entry.status === 'done' || entry.status === 'stopped';
    if (isOver && !isHeld) decorate?.(entry, item);
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
          `↻ ${say.again}`,
        ),
      );
    return item;
  }

  function refused({ error }: Entry): string {
    if (error === 'conversation.full') return bot.escalationEnabled ? say.fullOrPerson : say.full;
    return CLOSED.has(error) ? say.ended : say.notSent;
  }

  function note(text: string): HTMLElement {
    return el('p', { class: 'note' }, text);
  }

  function choice(text: string, onclick: () => void): HTMLElement {
    return el('button', { class: 'starter', onclick }, text);
  }

  function answer(entry: Entry): Node[] {
    // While the answer is written its sources are not known yet.
    const isKnown = (number: number) =>
      entry.status === 'writing' || entry.citations.some((citation) => citation.number === number);
    const body = markdown(entry.text, (number) => (isKnown(number) ? el('sup', {}, String(number)) : null));
    return entry.kind === 'quoted' ? [note(say.quotes), body] : [body];
  }

  function failure(entry: Entry, text: string): HTMLElement {
    // It would be refused again.
    const isLost = /^(message|widget\.s)/.test(entry.error as string);
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
        button(isFull ? say.anew : say.retry, (key) => {
          conversation.retry(key);
          // What could not be said here is still to be sent: the new chat begins with it.
          if (isFull) conversation.startAnew();
        }),
      ' · ',
      button(say.dismiss, conversation.remove),
    );
  }

  function scrollToEnd() {
    list.scrollTop = list.scrollHeight;
  }

  return {
    list,
    elements: [list, announcer],
    render,
    decorateWith(next: typeof decorate) {
      decorate = next;
      shown.forEach((known) => {
        known.state = '';
      });
      render();
    },
    scrollToEnd,
    isClosed,
    /** What the bot says by itself, and how it behaves. */
    describe(next: Partial<PublicBot>) {
      bot = next;
      greeting.hidden = !bot.welcomeMessage || bot.paused === true;
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
    said: () =>
      conversation.turns.filter(
        (entry) => entry.author !== 'visitor' && entry.status === 'done' && heldFor(entry) <= 0,
      ),
  };
}

/** What can be asked for anew: neither a step of a flow nor the word that a person takes over. */
function isAnswer({ author, kind }: Entry): boolean {
  return author === 'bot' && kind !== 'guided' && kind !== 'escalated';
}
