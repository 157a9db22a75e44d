import { el } from '../dom';
import * as strings from '../strings';
import type { PartContext } from './part';

export interface Sheet {
  /** Shows a form above the input; what it had before is gone. Without `onsubmit` it takes nothing. */
  open(title: string, content: readonly (Node | string)[], onsubmit?: () => void): void;
  close(): void;
  readonly element: HTMLElement;
}

/** Closes what was opened in the chat; else the whole chat would close. */
export const onEscape = (close: () => void) => (event: Event) => {
  if ((event as KeyboardEvent).key !== 'Escape') return;
  event.stopPropagation();
  close();
};

/** One place for what is asked besides the conversation. */
export function createSheet({ composer, menuButton }: Pick<PartContext, 'composer' | 'menuButton'>): Sheet {
  let submit: (() => void) | undefined;
  const element = el('form', {
    class: 'sheet',
    hidden: '',
    onsubmit: () => submit?.(),
    onkeydown: onEscape(close),
  });
  composer.form.before(element);

  function close() {
    element.hidden = true;
    (composer.form.hidden ? menuButton : composer.input).focus();
  }
  return {
    element,
    close,
    open(title, content, onsubmit) {
      submit = onsubmit;
      element.ariaLabel = title;
      const shut = el('button', { class: 'close', 'aria-label': strings.dismiss, onclick: close }, '×');
      element.replaceChildren(
        el('div', { class: 'row' }, el('b', { class: 'title' }, title), shut),
        ...content,
      );
      element.hidden = false;
      element.querySelector<HTMLElement>('input,textarea,.starter')?.focus();
    },
  };
}
