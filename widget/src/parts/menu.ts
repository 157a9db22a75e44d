import type { ConversationState } from '#contract/conversations/conversations';
import { el } from '../dom';
import * as strings from '../strings';
import { addStyle } from './add-style';
import FORMS_STYLE from './forms.css';
import MENU_STYLE from './menu.css';
import type { Menu, PartContext } from './part';
import { readMessages } from './read-messages';
import { refusal } from './refusal';
import { createSheet, onEscape } from './sheet';

/** The menu in the header, the forms that it opens, and the line that says who answers. */
export function create(context: PartContext): Menu {
  const { host, panel, header, menuButton, conversation, bot, emit } = context;
  addStyle(host, FORMS_STYLE, MENU_STYLE);
  const sheet = createSheet(context);
  const list = el('div', { class: 'menu', hidden: '', onkeydown: onEscape(shut) });
  const line = el('p', { class: 'status line', role: 'status' });
  header.after(list, line);
  /** As of the last look. Whoever resumes a conversation has not just been passed on. */
  let status = conversation.entries.some(({ author, receivedAt }) => author === 'visitor' && receivedAt > 0)
    ? 'active'
    : conversation.state?.status;
  let problem = '';
  /** What was there when it was said: with anything new it is over. */
  let { entries: known } = conversation;

  function items() {
    const { entries, isWithPerson, isOver, isNew, past } = conversation;
    const hasMessages = entries.some(({ id }) => id);
    const all = [
      [isWithPerson, strings.toBot, () => move('DELETE', 'escalation')],
      [bot().escalationEnabled && !isWithPerson && !isOver, strings.person, askForPerson],
      [past.length > 0, strings.history, () => context.withPart('history', (part) => part.show())],
      [hasMessages, strings.mail, mail],
      [hasMessages, strings.download, download],
      [!isOver && !isNew, strings.end, () => move('POST', 'end')],
      [hasMessages, strings.erase, erase],
    ] as const;
    return all.filter(([isThere]) => isThere);
  }

  function toggle(open = list.hidden) {
    const entries = items();
    list.hidden = !open || entries.length === 0;
    // Named only while it is open, as the pattern of menu buttons has it: the launcher is the one that opens the chat.
    menuButton.ariaExpanded = list.hidden ? null : 'true';
    list.replaceChildren(...entries.map(entry));
    if (!list.hidden) (list.firstChild as HTMLElement).focus();
  }
  function entry([, label, run]: ReturnType<typeof items>[number]) {
    const onclick = () => {
      shut();
      run();
    };
    return el('button', { onclick }, label);
  }
  /** What came in while the menu is open joins it; the focus stays where it is. */
  function refresh() {
    const entries = items();
    const buttons = [...list.children] as HTMLElement[];
    const labels = buttons.map(({ textContent }) => textContent);
    if (list.hidden || entries.map(([, label]) => label).join() === labels.join()) return;
    const focused = buttons.find((button) => button.matches(':focus'))?.textContent;
    list.replaceChildren(...entries.map(entry));
    const next = entries.findIndex(([, label]) => label === focused);
    if (focused) (list.children[Math.max(0, next)] as HTMLElement | undefined)?.focus();
  }
  function shut() {
    toggle(false);
    menuButton.focus();
  }
  for (const type of ['focusin', 'pointerdown'])
    panel.addEventListener(type, ({ target }) => {
      if (!list.hidden && target !== menuButton && !list.contains(target as Node)) toggle(false);
    });

  /** Asks the server to move the conversation. */
  async function changeState(method: string, path: string, body?: object) {
    conversation.applyState(await conversation.call<ConversationState>(method, path, body));
  }
  async function move(method: string, path: string, body?: object) {
    problem = '';
    try {
      await changeState(method, path, body);
    } catch (error) {
      fail(error);
    }
  }
  function fail(error: unknown) {
    problem = refusal(error);
    known = conversation.entries;
    render();
  }

  function askForPerson() {
    // At other times their answer comes by mail.
    if (!conversation.isAway) return move('POST', 'escalation', {});
    const field = address(false);
    sheet.open(strings.person, [el('label', {}, strings.reachable, field), submit(strings.person)], () => {
      void move('POST', 'escalation', field.value ? { email: field.value } : {});
      sheet.close();
    });
  }

  function leaveMessage() {
    const field = address(true);
    const text = el('textarea', { rows: '3', maxlength: '4000' });
    text.required = true;
    const word = el('p', { role: 'status' });
    const content = [
      el('label', {}, strings.yourMessage, text),
      el('label', {}, strings.email, field),
      submit(strings.send),
      word,
    ];
    sheet.open(strings.leaveMessage, content, async () => {
      try {
        await changeState('POST', 'escalation', { email: field.value.trim() });
        conversation.send(text.value.trim());
        sheet.close();
      } catch (error) {
        word.textContent = refusal(error);
      }
    });
  }

  function mail() {
    const field = address(true);
    const word = el('p', { role: 'status' });
    sheet.open(
      strings.mail,
      [el('label', {}, strings.email, field), submit(strings.send), word],
      async () => {
        const email = field.value.trim();
        try {
          await conversation.call('POST', 'transcript', { email });
          word.textContent = strings.mailed(email);
          field.value = '';
        } catch (error) {
          word.textContent = refusal(error);
        }
      },
    );
  }

  /** Everything that is stored of this conversation, as a file. */
  async function download() {
    problem = '';
    try {
      const facts = await conversation.call<object>('GET', 'conversation');
      const messages = await readMessages((path) => conversation.call('GET', path));
      const file = new Blob([JSON.stringify({ ...facts, messages }, null, 2)], { type: 'application/json' });
      const href = URL.createObjectURL(file);
      el('a', { href, download: 'chat.json' }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    } catch (error) {
      fail(error);
    }
  }

  function erase() {
    const word = el('p', { role: 'status' });
    sheet.open(strings.erase, [el('p', {}, strings.eraseText), submit(strings.erase), word], async () => {
      try {
        await conversation.call('DELETE', 'conversation');
        sheet.close();
        conversation.forget();
      } catch (error) {
        word.textContent = refusal(error);
      }
    });
  }

  function address(isRequired: boolean) {
    const field = el('input', { class: 'field', type: 'email', autocomplete: 'email', maxlength: '254' });
    field.required = isRequired;
    return field;
  }
  function submit(label: string) {
    return el('button', { class: 'starter', type: 'submit' }, label);
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

  return { render, toggle: () => toggle(), askForPerson: () => void askForPerson(), leaveMessage };
}
