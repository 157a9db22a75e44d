/** The forms that the menu opens. */
import type { ConversationState } from '#contract/conversations/conversations';
import type { Conversation } from '../conversation';
import { el } from '../dom';
import * as strings from '../strings';
import { refusal } from './refusal';
import type { Sheet } from './sheet';

/** Outside business hours a person answers by mail, where there is an address. */
export function askForAddress(sheet: Sheet, onGiven: (address: { readonly email?: string }) => void): void {
  const field = address(false);
  sheet.open(strings.person, [el('label', {}, strings.reachable, field), submit(strings.person)], () => {
    onGiven(field.value ? { email: field.value } : {});
    sheet.close();
  });
}

/** A message to the team while the bot takes none. The answer comes by e-mail. */
export function leaveMessage(sheet: Sheet, conversation: Conversation): void {
  const field = address(true);
  const text = el('textarea', { rows: '3', maxlength: '4000' });
  text.required = true;
  const fields = [el('label', {}, strings.yourMessage, text), el('label', {}, strings.email, field)];
  open(sheet, strings.leaveMessage, fields, strings.send, async () => {
    await changeState(conversation, 'POST', 'escalation', { email: field.value.trim() });
    conversation.send(text.value.trim());
    sheet.close();
  });
}

export function mailTranscript(sheet: Sheet, conversation: Conversation): void {
  const field = address(true);
  open(sheet, strings.mail, [el('label', {}, strings.email, field)], strings.send, async (word) => {
    const email = field.value.trim();
    await conversation.call('POST', 'transcript', { email });
    word.textContent = strings.mailed(email);
    field.value = '';
  });
}

export function eraseChat(sheet: Sheet, conversation: Conversation): void {
  open(sheet, strings.erase, [el('p', {}, strings.eraseText)], strings.erase, async () => {
    await conversation.call('DELETE', 'conversation');
    sheet.close();
    conversation.forget();
  });
}

/** Asks the server to move the conversation. */
export async function changeState(
  conversation: Conversation,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  conversation.applyState(await conversation.call<ConversationState>(method, path, body));
}

/** With a line for what comes of it. */
function open(
  sheet: Sheet,
  title: string,
  fields: readonly Node[],
  label: string,
  act: (word: HTMLElement) => Promise<void>,
): void {
  const word = el('p', { role: 'status' });
  sheet.open(title, [...fields, submit(label), word], async () => {
    try {
      await act(word);
    } catch (error) {
      word.textContent = refusal(error);
    }
  });
}

function address(isRequired: boolean): HTMLInputElement {
  const field = el('input', { class: 'field', type: 'email', autocomplete: 'email', maxlength: '254' });
  field.required = isRequired;
  return field;
}

function submit(label: string): HTMLElement {
  return el('button', { class: 'starter', type: 'submit' }, label);
}
