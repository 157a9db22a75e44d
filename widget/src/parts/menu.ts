import type { ConversationState } from '../../../functions/contract/conversations';
import { el } from '../dom';
import * as strings from '../strings';
import { addStyle } from './add-style';
import FORMS_STYLE from './forms.css';
import MENU_STYLE from './menu.css';
import type { Menu, PartContext } from './part';
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
  /** As of the last look. Who resumes a conversation has not just been passed on. */
  let status = conversation.entries.some(({ author, receivedAt }) => author === 'visitor' && receivedAt > 0)
    ? 'active'
    : conversation.state?.status;
  let problem = '';
  /** What was there when it was said: with anything new it is over. */
  let { entries: known } = conversation;

  function items() {
    const { entries, isWithPerson, isOver, isNew } = conversation;
    const all = [
      [isWithPerson, strings.toBot, () => move('DELETE', 'escalation')],
      [bot().escalationEnabled && !isWithPerson && !isOver, strings.person, askForPerson],
      [entries.some(({ id }) => id), strings.mail, mail],
      [!isOver && !isNew, strings.end, () => move('POST', 'end')],
    ] as const;
    return all.filter(([isThere]) => isThere);
  }

  function toggle(open = list.hidden) {
    const entries = items();
    list.hidden = !open || entries.length === 0;
    // Named only while it is open, as the pattern of menu buttons has it: the launcher is the one that opens the chat.
    menuButton.ariaExpanded = list.hidden ? null : 'true';
    list.replaceChildren(
      ...entries.map(([, label, run]) =>
        el(
          'button',
          {
            onclick: () => {
              shut();
              run();
            },
          },
          label,
        ),
      ),
    );
    if (!list.hidden) (list.firstChild as HTMLElement).focus();
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
  async function move(method: string, path: string, body?: object) {
    problem = '';
    try {
      conversation.applyState(await conversation.call<ConversationState>(method, path, body));
    } catch (error) {
      problem = refusal(error);
      known = conversation.entries;
      render();
    }
  }

  function askForPerson() {
    // At other times her answer comes by mail.
    if (!conversation.isAway) return move('POST', 'escalation', {});
    const field = address(false);
    sheet.open(strings.person, [el('label', {}, strings.reachable, field), submit(strings.person)], () => {
      void move('POST', 'escalation', field.value ? { email: field.value } : {});
      sheet.close();
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
    const who = state?.agentName ? strings.talking(state.agentName) : strings.waiting;
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

  return { render, toggle: () => toggle(), askForPerson: () => void askForPerson() };
}
