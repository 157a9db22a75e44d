import type { ConversationState } from '../../../functions/contract/conversations';
import type { Context } from '../context';
import * as say from '../strings';
import { refusal } from './refusal';
import { onEscape, type Sheet } from './sheet';

/** The menu in the header, the forms that it opens, and the line that says who answers. */
export function createMenu(context: Context, sheet: Sheet) {
  const { el, panel, header, menu, conversation, bot, emit } = context;
  const list = el('div', { class: 'menu', hidden: '', onkeydown: onEscape(shut) });
  const line = el('p', { class: 'status line', role: 'status' });
  header.after(list, line);
  /** As of the last look. Who resumes a conversation has not just been passed on. */
  let status = conversation.turns.some(({ author, since }) => author === 'visitor' && since > 0)
    ? 'active'
    : conversation.state?.status;
  let problem = '';
  /** What was there when it was said: with anything new it is over. */
  let { turns: known } = conversation;

  function items() {
    const { turns, isWithPerson, isOver, isNew } = conversation;
    const all = [
      [isWithPerson, say.toBot, () => move('DELETE', 'escalation')],
      [bot().escalationEnabled && !isWithPerson && !isOver, say.person, askForPerson],
      [turns.some(({ id }) => id), say.mail, mail],
      [!isOver && !isNew, say.end, () => move('POST', 'end')],
    ] as const;
    return all.filter(([isThere]) => isThere);
  }

  function toggle(open = list.hidden) {
    const entries = items();
    list.hidden = !open || entries.length === 0;
    // Named only while it is open, as the pattern of menu buttons has it: the launcher is the one that opens the chat.
    menu.ariaExpanded = list.hidden ? null : 'true';
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
    menu.focus();
  }
  for (const type of ['focusin', 'pointerdown'])
    panel.addEventListener(type, ({ target }) => {
      if (!list.hidden && target !== menu && !list.contains(target as Node)) toggle(false);
    });

  /** Asks the server to move the conversation. */
  async function move(method: string, path: string, body?: object) {
    problem = '';
    try {
      conversation.take(await conversation.call<ConversationState>(method, path, body));
    } catch (error) {
      problem = refusal(error);
      known = conversation.turns;
      render();
    }
  }

  function askForPerson() {
    // At other times her answer comes by mail.
    if (!conversation.isAway) return move('POST', 'escalation', {});
    const field = address(false);
    sheet.open(say.person, [el('label', {}, say.reachable, field), submit(say.person)], () => {
      void move('POST', 'escalation', field.value ? { email: field.value } : {});
      sheet.close();
    });
  }

  function mail() {
    const field = address(true);
    const word = el('p', { role: 'status' });
    sheet.open(say.mail, [el('label', {}, say.email, field), submit(say.send), word], async () => {
      const email = field.value.trim();
      try {
        await conversation.call('POST', 'transcript', { email });
        word.textContent = say.mailed(email);
        field.value = '';
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
    if (known !== conversation.turns) problem = '';
    const who = state?.agentName ? say.talking(state.agentName) : say.waiting;
    const words = problem || (isWithPerson ? who : '');
    if (line.textContent !== words) line.textContent = words;
    if (!state || state.status === status) return;
    const was = status;
    status = state.status;
    problem = '';
    if (isOver) emit('ended', { status });
    else if (isWithPerson && was === 'active') emit('escalated');
  }

  return { render, toggle: () => toggle() };
}
