import type { Conversation } from './conversation';
import { el, icon } from './dom';
import * as strings from './strings';

const MAX_LENGTH = 4_000;
const SEND = 'M5 12h14M13 6l6 6-6 6';
const STOP = 'M7 7h10v10H7z';

export type Composer = ReturnType<typeof createComposer>;

/** Where the visitor writes; while an answer is written and nothing is typed, its button stops the answer. */
export function createComposer(conversation: Conversation, onSend: () => void) {
  const input = el('textarea', {
    class: 'input',
    rows: '1',
    'aria-label': strings.placeholder,
  });
  const counter = el('span', { class: 'over', id: 'over', role: 'status' });
  const picture = icon(SEND);
  const send = el('button', { class: 'send', type: 'submit' }, picture);
  const form = el('form', { class: 'form', id: 'form', onsubmit: submit }, input, counter, send);

  let placeholder = strings.placeholder;
  /** What is to be written just now. */
  let hint = '';
  const text = () => input.value.trim();
  const stops = () => !text() && conversation.entries.some(({ status }) => status === 'writing');

  function render() {
    input.placeholder = hint || placeholder;
    const over = text().length - MAX_LENGTH;
    counter.textContent = over > 0 ? strings.tooLong(over) : '';
    input.ariaInvalid = String(over > 0);
    send.disabled = over > 0 || !(text() || stops());
    send.ariaLabel = stops() ? strings.stop : strings.send;
    picture.firstElementChild?.setAttribute('d', stops() ? STOP : SEND);
  }

  function measure() {
    render();
    input.style.height = 'auto';
    // With its borders, which what it scrolls is without: two pixels less are a scrollbar.
    const { scrollHeight, offsetHeight, clientHeight } = input;
    input.style.height = `${Math.min(scrollHeight + offsetHeight - clientHeight, 120)}px`;
  }

  input.addEventListener('input', () => {
    measure();
    conversation.prepare();
    if (text()) conversation.sendTyping();
  });
  input.addEventListener('keydown', (event) => {
    // Enter that ends an input method's composition writes a word, it does not send; Safari tells it by 229 alone.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    // By the keyboard an answer is stopped at its button, not by one Enter too many.
    if (text()) send.click();
  });
  function submit() {
    const written = text();
    if (written.length > MAX_LENGTH) return;
    if (written) {
      input.value = '';
      measure();
      conversation.send(written);
      onSend();
    } else if (stops()) {
      conversation.stop();
      input.focus();
    }
  }

  return {
    form,
    input,
    render,
    measure,
    set placeholder(text: string) {
      placeholder = text;
      render();
    },
    set hint(text: string) {
      hint = text;
      render();
    },
    /** The last of it that takes the focus. */
    lastControl: () => (form.hidden ? null : send.disabled ? input : send),
  };
}
