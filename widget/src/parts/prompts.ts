import type { DataField } from '#contract/bots/flow';
import type { PromptReply } from '#contract/conversations/widget';
import { el } from '../dom';
import { pendingPrompt } from '../pending-prompt';
import * as strings from '../strings';
import { addStyle } from './add-style';
import FORMS_STYLE from './forms.css';
import type { Part, PartContext } from './part';

/** For a keyboard on the screen, and for what the browser can fill in. */
const INPUTS: Readonly<Record<string, { readonly mode: string; readonly autofill?: AutoFill }>> = {
  email: { mode: 'email', autofill: 'email' },
  phone: { mode: 'tel', autofill: 'tel' },
  url: { mode: 'url', autofill: 'url' as AutoFill },
  number: { mode: 'decimal' },
};

/** What a flow waits for, at the end of the messages: choices, a date, a file, a way on. Words go into the input. */
export function create(context: PartContext): Part {
  const { host, conversation, messageList, composer, withPart } = context;
  addStyle(host, FORMS_STYLE);
  const { input } = composer;
  const item = el('li', { class: 'starters' });
  let shown = '';
  /** The last prompt was answered from within: the next one is to be reached from there. */
  let follows = false;

  function send(words: string, reply?: PromptReply) {
    follows = true;
    void withPart('uploads', (uploads) => uploads.clear());
    conversation.send(words, reply && { reply });
  }
  const skip = () => send(strings.skip, { kind: 'skip' });
  const button = (label: string, onclick: () => void) => el('button', { class: 'starter', onclick }, label);

  function controls({ type, options, required }: DataField): readonly Node[] {
    return [
      ...(type === 'select'
        ? options.map((option) => button(option, () => send(option, { kind: 'choices', choices: [option] })))
        : type === 'multiselect'
          ? several(options, required)
          : type === 'date'
            ? [date()]
            : type === 'file'
              ? [button(strings.choose, () => void withPart('uploads', (uploads) => uploads.choose()))]
              : []),
      ...(required ? [] : [button(strings.skip, skip)]),
    ];
  }

  function several(options: readonly string[], isRequired: boolean): readonly Node[] {
    const boxes = options.map((value) => el('input', { type: 'checkbox', value }));
    const chosen = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const confirm = button(strings.confirm, () => {
      const choices = chosen();
      if (choices[0]) send(choices.join(', '), { kind: 'choices', choices });
      else skip();
    });
    const check = () => {
      confirm.disabled = isRequired && chosen().length === 0;
    };
    check();
    return [
      ...boxes.map((box) => {
        box.addEventListener('change', check);
        return el('label', { class: 'starter' }, box, box.value);
      }),
      confirm,
    ];
  }

  function date(): HTMLElement {
    const field = el('input', { class: 'field', type: 'date', required: '', max: '9999-12-31' });
    return el(
      'form',
      {
        class: 'row',
        onsubmit: () => {
          // As it is written where the visitor reads; both forms are understood.
          send(strings.language === 'de' ? field.value.split('-').reverse().join('.') : field.value);
        },
      },
      field,
      el('button', { class: 'starter', type: 'submit' }, strings.confirm),
    );
  }

  function render() {
    const prompt = pendingPrompt(context);
    const next = JSON.stringify([prompt, conversation.entries.length]);
    if (prompt && item !== messageList.list.lastElementChild) messageList.list.append(item);
    if (next === shown) return;
    shown = next;
    const field = prompt?.type === 'field' ? prompt.field : null;
    const parts = field
      ? controls(field)
      : prompt
        ? [button(strings.goOn, () => send(strings.goOn, { kind: 'continue' }))]
        : [];
    const had = item.contains(host.shadowRoot?.activeElement ?? null);
    item.replaceChildren(
      el('div', { class: 'choices', role: 'group', 'aria-label': field?.label ?? '' }, ...parts),
    );
    item.hidden = parts.length === 0;
    const { type = '', min, max } = field ?? {};
    const { mode = '', autofill = 'off' } = INPUTS[type] ?? {};
    input.inputMode = mode;
    input.autocomplete = autofill;
    input.autocapitalize = mode ? 'none' : '';
    input.ariaLabel = field?.label || strings.placeholder;
    composer.hint = min != null && max != null ? `${min} – ${max}` : field ? strings.answer : '';
    if (had && !prompt) messageList.list.focus();
    if (!prompt || !follows) return;
    follows = false;
    (item.querySelector<HTMLElement>('input,button') ?? input).focus();
  }

  return { render };
}
