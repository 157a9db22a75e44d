import type { Conversation } from '../conversation';
import { el } from '../dom';
import * as strings from '../strings';
import { addStyle } from './add-style';
import FORMS_STYLE from './forms.css';
import MENU_STYLE from './menu.css';
import { askForAddress, changeState, eraseChat, leaveMessage, mailTranscript } from './menu-forms';
import { createMenuList, type MenuItem } from './menu-list';
import type { Menu, PartContext } from './part';
import { readMessages } from './read-messages';
import { refusal } from './refusal';
import { createSheet } from './sheet';

/** The menu in the header: what can be done with the conversation, and the line that says who answers. */
export function create(context: PartContext): Menu {
  const { host, header, conversation, bot, emit } = context;
  addStyle(host, FORMS_STYLE, MENU_STYLE);
  const sheet = createSheet(context);
  const { list, toggle, refresh } = createMenuList(context, items);
  const line = el('p', { class: 'status line', role: 'status' });
  header.after(list, line);
  /** As of the last look. Whoever resumes a conversation has not just been passed on. */
  let status = conversation.entries.some(({ author, receivedAt }) => author === 'visitor' && receivedAt > 0)
    ? 'active'
    : conversation.state?.status;
  let problem = '';
  /** What was there when it was said: with anything new it is over. */
  let { entries: known } = conversation;

  function items(): MenuItem[] {
    const { entries, isWithPerson, isOver, isNew, past } = conversation;
    const hasMessages = entries.some(({ id }) => id);
    const all: [boolean | undefined, ...MenuItem][] = [
      [isWithPerson, strings.toBot, () => move('DELETE', 'escalation')],
      [bot().escalationEnabled && !isWithPerson && !isOver, strings.person, askForPerson],
      [past.length > 0, strings.history, () => context.withPart('history', (part) => part.show())],
      [hasMessages, strings.mail, () => mailTranscript(sheet, conversation)],
      [hasMessages, strings.download, () => attempt(() => downloadChat(conversation))],
      [!isOver && !isNew, strings.end, () => move('POST', 'end')],
      [hasMessages, strings.erase, () => eraseChat(sheet, conversation)],
    ];
    return all.filter(([isThere]) => isThere).map(([, ...item]) => item);
  }

  /** Does what may be refused: the line says so then. */
  async function attempt(act: () => Promise<void>) {
    problem = '';
    try {
      await act();
    } catch (error) {
      problem = refusal(error);
      known = conversation.entries;
      render();
    }
  }
  function move(method: string, path: string, body?: object) {
    void attempt(() => changeState(conversation, method, path, body));
  }
  function askForPerson() {
    // At other times their answer comes by mail.
    if (conversation.isAway) askForAddress(sheet, (body) => move('POST', 'escalation', body));
    else move('POST', 'escalation', {});
  }

  function render() {
    const { state, isWithPerson, isOver } = conversation;
    // Of a session that was left.
    sheet.element.hidden ||= !conversation.grant;
    if (known !== conversation.entries) problem = '';
    refresh();
    const { writer } = conversation;
    const partner = state?.agentName ? strings.talking(state.agentName) : strings.waiting;
    const who = writer === null ? partner : `${writer} ${strings.writing}`;
    const words = problem || (isWithPerson ? who : '');
    if (line.textContent !== words) line.textContent = words;
    if (!state || state.status === status) return;
    const was = status;
    status = state.status;
    problem = '';
    // The card of what has ended takes its place.
    if (isOver) sheet.element.hidden = true;
    if (isOver) emit('ended', { status });
    else if (isWithPerson && was === 'active') emit('escalated');
  }

  return {
    render,
    toggle: () => toggle(),
    askForPerson,
    leaveMessage: () => leaveMessage(sheet, conversation),
  };
}

/** Everything that is stored of it, as a file. */
async function downloadChat(conversation: Conversation): Promise<void> {
  const facts = await conversation.call<object>('GET', 'conversation');
  const messages = await readMessages((path) => conversation.call('GET', path));
  const file = new Blob([JSON.stringify({ ...facts, messages }, null, 2)], { type: 'application/json' });
  const href = URL.createObjectURL(file);
  el('a', { href, download: 'chat.json' }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
