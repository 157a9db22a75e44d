import { el } from '../dom';
import type { PartContext } from './part';
import { onEscape } from './sheet';

export type MenuItem = readonly [label: string, run: () => unknown];

/** The list that the button in the header opens. */
export function createMenuList(
  { panel, menuButton }: Pick<PartContext, 'panel' | 'menuButton'>,
  items: () => readonly MenuItem[],
) {
  const list = el('div', { class: 'menu', hidden: '', onkeydown: onEscape(shut) });

  function toggle(open = list.hidden) {
    const entries = items();
    list.hidden = !open || entries.length === 0;
    // Named only while it is open, as the pattern of menu buttons has it: the launcher is the one that opens the chat.
    menuButton.ariaExpanded = list.hidden ? null : 'true';
    list.replaceChildren(...entries.map(button));
    if (!list.hidden) (list.firstChild as HTMLElement).focus();
  }
  function button([label, run]: MenuItem) {
    const onclick = () => {
      shut();
      run();
    };
    return el('button', { onclick }, label);
  }
  function shut() {
    toggle(false);
    menuButton.focus();
  }
  for (const type of ['focusin', 'pointerdown'])
    panel.addEventListener(type, ({ target }) => {
      if (!list.hidden && target !== menuButton && !list.contains(target as Node)) toggle(false);
    });

  return {
    list,
    toggle,
    /** What came in while the menu is open joins it; the focus stays where it is. */
    refresh() {
      const entries = items();
      const buttons = [...list.children] as HTMLElement[];
      const labels = buttons.map(({ textContent }) => textContent);
      if (list.hidden || entries.map(([label]) => label).join() === labels.join()) return;
      const focused = buttons.find((one) => one.matches(':focus'))?.textContent;
      list.replaceChildren(...entries.map(button));
      const next = entries.findIndex(([label]) => label === focused);
      if (focused) (list.children[Math.max(0, next)] as HTMLElement | undefined)?.focus();
    },
  };
}
