import type { Message } from '#contract/conversations/conversations';
import type { VisitorHistory } from '#contract/conversations/widget';
import { el } from '../dom';
import { markdown, typed } from '../markdown';
import * as strings from '../strings';
import { addStyle } from './add-style';
import FORMS_STYLE from './forms.css';
import HISTORY_STYLE from './history.css';
import type { History, PartContext } from './part';
import { readMessages } from './read-messages';
import { refusal } from './refusal';
import { createSheet } from './sheet';

type PastChat = VisitorHistory['items'][number];

/**
 * What a visitor whom the website vouches for has talked about before, on any device: the chat that is under way is
 * taken up by itself, the others are listed on request.
 */
export function create(context: PartContext): History {
  const { host, api, conversation, bot } = context;
  addStyle(host, FORMS_STYLE, HISTORY_STYLE);
  const sheet = createSheet(context);
  sheet.element.classList.add('history');
  const when = new Intl.DateTimeFormat(strings.language, { dateStyle: 'medium', timeStyle: 'short' });
  const dateOf = (instant: string) => when.format(Date.parse(instant));
  /** Of whom chats were asked for, and whether one was under way here. */
  let asked = '';
  /** Whose chats the sheet shows. */
  let shownTo: string | undefined;

  /** When they are known, and when a chat of theirs has begun here or was left: then the list is another one. */
  async function look() {
    const { identity, isNew } = conversation;
    sheet.element.hidden ||= identity?.userId !== shownTo;
    const now = identity ? `${identity.userId} ${isNew}` : '';
    const before = asked;
    asked = now;
    if (!identity || now === before) return;
    await load();
    if (before === '') takeUpRunning();
  }

  /** What they cannot be told now they are told when they ask for it. */
  async function load() {
    const { identity } = conversation;
    const found = await api.call<VisitorHistory>('POST', 'history', '', { identity }).catch(() => null);
    // Somebody else may be there by now.
    if (found && identity === conversation.identity) conversation.notePast(found.items);
  }

  /** Goes on with the chat that is under way elsewhere, where nothing was said here. */
  function takeUpRunning() {
    const { history, entries, isNew, opening } = conversation;
    const [last] = history;
    const isUnderWay = last?.open && !conversation.hasLapsed(Date.parse(last.lastMessageAt));
    if (isUnderWay && isNew && !entries[0] && !opening) conversation.goOnWith(last.token);
  }

  async function show() {
    shownTo = conversation.identity?.userId;
    await load();
    const chats = conversation.past.map((chat) =>
      el(
        'button',
        { class: 'past', onclick: () => void choose(chat) },
        el('small', {}, dateOf(chat.lastMessageAt)),
        chat.excerpt,
      ),
    );
    sheet.open(strings.history, chats);
    sheet.element.querySelector<HTMLElement>('.past')?.focus();
  }

  async function choose(chat: PastChat) {
    if (chat.open) {
      sheet.close();
      conversation.goOnWith(chat.token);
      return;
    }
    const back = el('button', { class: 'starter', onclick: () => void show() }, strings.history);
    let content: readonly HTMLElement[];
    try {
      content = (await readMessages((path) => api.call('GET', path, chat.token))).map(line);
    } catch (error) {
      content = [el('p', { role: 'status' }, refusal(error))];
    }
    sheet.open(dateOf(chat.startedAt), [...content, back]);
    back.focus();
  }

  function line({ author, authorName, text }: Message): HTMLElement {
    const isOwn = author === 'visitor';
    const who = isOwn ? strings.you : (authorName ?? bot().botName ?? '');
    return el('div', { class: 'said' }, el('b', {}, who), author === 'bot' ? markdown(text) : typed(text));
  }

  return {
    render: () => void look(),
    show: () => void show(),
  };
}
