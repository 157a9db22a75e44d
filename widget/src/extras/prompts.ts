import type { DataField } from '../../../functions/contract/flow';
import type { PromptReply } from '../../../functions/contract/widget';
import type { Context } from '../context';
import * as say from '../strings';
import { promptOf } from './prompt-of';
import type { Uploads } from './uploads';

/** For a keyboard on the screen, and for what the browser can fill in. */
const WRITTEN: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'tel',
  number: 'decimal',
  url: 'url',
};

/** What a flow waits for, at the end of the messages: choices, a date, a file, a way on. Words go into the input. */
export function createPrompts(context: Context, uploads: Uploads) {
  const { el, host, conversation, log, composer } = context;
  const { input } = composer;
  const item = el('li', { class: 'starters' });
  let shown = '';
  /** The last prompt was answered from within: the next one is to be reached from there. */
  let follows = false;

  function send(words: string, reply?: PromptReply) {
    follows = true;
    uploads.clear();
    conversation.send(words, reply && { reply });
  }
  const skip = () => send(say.skip, { kind: 'skip' });
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
              ? [button(say.choose, uploads.choose)]
              : []),
      ...(required ? [] : [button(say.skip, skip)]),
    ];
  }

  function several(options: readonly string[], isRequired: boolean): readonly Node[] {
    const boxes = options.map((value) => el('input', { type: 'checkbox', value }));
    const chosen = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const confirm = button(say.confirm, () => {
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
          send(say.language === 'de' ? field.value.split('-').reverse().join('.') : field.value);
        },
      },
      field,
      el('button', { class: 'starter', type: 'submit' }, say.confirm),
    );
  }

  function render() {
    const prompt = promptOf(context);
    const next = JSON.stringify([prompt, conversation.turns.length]);
    if (prompt && item !== log.list.lastElementChild) log.list.append(item);
    if (next === shown) return;
    shown = next;
    const field = prompt?.type === 'field' ? prompt.field : null;
    const parts = field
      ? controls(field)
      : prompt
        ? [button(say.goOn, () => send(say.goOn, { kind: 'continue' }))]
        : [];
    const had = item.contains(host.shadowRoot?.activeElement ?? null);
    item.replaceChildren(
      el('div', { class: 'choices', role: 'group', 'aria-label': field?.label ?? '' }, ...parts),
    );
    item.hidden = parts.length === 0;
    const { type = '', min, max } = field ?? {};
    const mode = WRITTEN[type] ?? '';
    input.inputMode = mode;
    // No browser knows a number of hers.
    input.autocomplete = (mode > 'e' ? mode : 'off') as AutoFill;
    input.autocapitalize = mode ? 'none' : '';
    input.ariaLabel = field?.label || say.placeholder;
    composer.hint = min != null && max != null ? `${min} – ${max}` : field ? say.answer : '';
    if (had && !prompt) log.list.focus();
    if (!prompt || !follows) return;
    follows = false;
    (item.querySelector<HTMLElement>('input,button') ?? input).focus();
  }

  return { render };
}
