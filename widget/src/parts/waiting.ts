/** Whoever waits for a person, and has not said how to be reached, is asked for an address when nobody answers. */
import type { ConversationState } from '#contract/conversations/conversations';
import { el } from '../dom';
import * as strings from '../strings';
import { addStyle } from './add-style';
import FORMS_STYLE from './forms.css';
import type { Part, PartContext } from './part';
import { refusal } from './refusal';

/** Milliseconds without an answer. */
const PATIENCE = 60_000;

export function create({ host, conversation, messageList, signal }: PartContext): Part {
  addStyle(host, FORMS_STYLE);
  const field = el('input', { class: 'field', type: 'email', autocomplete: 'email', maxlength: '254' });
  field.required = true;
  const word = el('p', { role: 'status' });
  const form = el(
    'form',
    { onsubmit: () => void keep() },
    el('label', {}, strings.email, field),
    el('button', { class: 'starter', type: 'submit' }, strings.send),
  );
  const notice = el('li', { class: 'bot notice' }, el('p', {}, strings.nobodyYet), form, word);
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));

  async function keep() {
    try {
      const state = await conversation.call<ConversationState>('POST', 'escalation', {
        email: field.value.trim(),
      });
      form.hidden = true;
      word.textContent = strings.answerByMail;
      conversation.applyState(state);
      messageList.list.focus();
    } catch (error) {
      word.textContent = refusal(error);
    }
  }

  function show() {
    messageList.following(() => messageList.list.append(notice));
  }

  return {
    render() {
      const { entries, isWithPerson, state } = conversation;
      const isAnswered = entries.at(-1)?.author === 'agent';
      const isAsked = notice.isConnected;
      if (!isWithPerson || isAnswered || (state?.reachable && !isAsked)) {
        clearTimeout(timer);
        timer = undefined;
        notice.remove();
        return;
      }
      // Below what was said since.
      if (isAsked) {
        if (messageList.list.lastElementChild !== notice) show();
        return;
      }
      timer ??= setTimeout(show, PATIENCE);
    },
  };
}
