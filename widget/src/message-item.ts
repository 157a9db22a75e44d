import type { ErrorCode } from '#contract/base/errors';
import type { PublicBot } from '#contract/bots/public-bot';
import type { Conversation } from './conversation';
import { el } from './dom';
import type { Entry } from './entry';
import { markdown, typed } from './markdown';
import * as strings from './strings';

/** How far a visitor's message has come. */
const STATES: Readonly<Partial<Record<Entry['status'], string>>> = {
  sending: strings.sending,
  sent: strings.sent,
  delivered: strings.delivered,
  read: strings.read,
};

/** Of a bot that takes no messages at the moment. */
export const CLOSED: readonly (ErrorCode | null)[] = [
  'plan.conversations_exceeded',
  'widget.not_found',
  'widget.paused',
];

export interface Surroundings {
  readonly conversation: Conversation;
  readonly bot: Partial<PublicBot>;
  /** An answer that is here, but not to be seen yet. */
  readonly isHeld: boolean;
  readonly isNewest: boolean;
  /** Asks its question once more, where that may be done. */
  readonly repeat: (() => void) | false;
  /** Adds to a message what it has besides its words. */
  decorate(entry: Entry, item: HTMLElement): void;
  /** Gets the focus of a button that is pressed, since that goes. */
  readonly list: HTMLElement;
}

/** What an entry looks like. */
export function messageItem(entry: Entry, surroundings: Surroundings): HTMLElement {
  const { bot, isHeld, isNewest, repeat, decorate } = surroundings;
  const { author, authorName, status, text } = entry;
  const item = el('li', { class: author });
  if (author === 'visitor') {
    item.append(el('span', { class: 'hidden' }, `${strings.you}: `), text);
    if (status === 'failed') item.append(failure(entry, refused(entry, bot), surroundings));
    else if (isNewest) item.append(el('span', { class: 'state' }, STATES[status] ?? ''));
    decorate(entry, item);
    return item;
  }
  if (author === 'agent' && authorName) item.append(note(authorName));
  if (status === 'failed') item.append(failure(entry, strings.noAnswer, surroundings));
  else if (status === 'stopped') item.append(...(text ? answer(entry) : []), note(strings.stopped));
  else if (isHeld || !text) {
    item.hidden = bot.typingIndicator === false;
    item.append(dots(`${bot.botName} ${strings.writing}`));
  } else item.append(...answer(entry));
  const isOver = !isHeld && (status === 'done' || status === 'stopped');
  if (isOver) decorate(entry, item);
  if (isOver && repeat && isAnswer(entry))
    item.append(button(surroundings, `↻ ${strings.again}`, repeat, 'again'));
  return item;
}

function refused({ error }: Entry, bot: Partial<PublicBot>): string {
  if (error === 'conversation.full') return bot.escalationEnabled ? strings.fullOrPerson : strings.full;
  return CLOSED.includes(error) ? strings.ended : strings.notSent;
}

function failure({ key, error }: Entry, text: string, surroundings: Surroundings): HTMLElement {
  const { conversation } = surroundings;
  // It would be refused again.
  const isLost = error === 'message.too_long' || error === 'widget.site_not_allowed';
  const isFull = error === 'conversation.full';
  return el(
    'p',
    { class: 'failed', role: 'alert' },
    `${text} `,
    !isLost &&
      button(surroundings, isFull ? strings.anew : strings.retry, () => {
        conversation.retry(key);
        // What could not be said here is still to be sent: the new chat begins with it.
        if (isFull) conversation.startAnew();
      }),
    ' · ',
    button(surroundings, strings.dismiss, () => conversation.remove(key)),
  );
}

function button({ list }: Surroundings, label: string, act: () => void, name = ''): HTMLElement {
  const onclick = () => {
    act();
    list.focus();
  };
  return el('button', { class: name, onclick }, label);
}

function answer({ author, text, status, citations, kind }: Entry): Node[] {
  if (author === 'agent') return [typed(text)];
  // While the answer is written its sources are not known yet.
  const isKnown = (number: number) =>
    status === 'writing' || citations.some((citation) => citation.number === number);
  const body = markdown(text, (number) => (isKnown(number) ? el('sup', {}, String(number)) : null));
  return kind === 'quoted' ? [note(strings.quotes), body] : [body];
}

function note(text: string): HTMLElement {
  return el('p', { class: 'note' }, text);
}

function dots(label: string): HTMLElement {
  return el('span', { class: 'dots', role: 'img', 'aria-label': label }, el('i'), el('i'), el('i'));
}

/** What can be asked for anew: neither a step of a flow nor the word that a person takes over, or that it is over. */
function isAnswer({ author, kind }: Entry): boolean {
  return author === 'bot' && kind !== 'guided' && kind !== 'escalated' && kind !== 'ended';
}
