/** What makes the closed chat noticed: a bubble beside the launcher, and opening by itself. */
import { el } from '../dom';
import * as strings from '../strings';
import { addStyle } from './add-style';
import GREETING_STYLE from './greeting.css';
import type { Part, PartContext } from './part';
import { isQuiet, keepQuiet } from './quiet';

export function create({
  host,
  launcher,
  panel,
  script,
  widgetId,
  coversWindow,
  bot,
  isOpen,
  setOpen,
}: PartContext): Part {
  addStyle(host, GREETING_STYLE);
  let isDismissed = isQuiet(widgetId);
  let hasOpened = false;
  const text = el('button', { onclick: () => setOpen(true) });
  const bubble = el(
    'div',
    { class: 'greeting', hidden: '' },
    text,
    el(
      'button',
      {
        class: 'close',
        'aria-label': strings.dismiss,
        onclick: () => {
          hide();
          keepQuiet(widgetId);
          launcher.focus();
        },
      },
      '×',
    ),
  );
  panel.after(bubble);
  host.addEventListener('parley:open', hide);
  host.addEventListener('parley:dismiss', () => keepQuiet(widgetId));

  function hide() {
    isDismissed = true;
    bubble.hidden = true;
  }

  /**
   * Once in a tab, and never over a whole phone. Before the visitor's first action nothing may be stored, so whether
   * this is the first page of the visit is told by where the visitor came from.
   */
  function mayOpen(): boolean {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const isFirstPage = !document.referrer.startsWith(`${location.origin}/`) || !!script.parley;
    const isNewVisit = entry?.type !== 'reload' && entry?.type !== 'back_forward';
    return !coversWindow.matches && !isQuiet(widgetId) && isNewVisit && isFirstPage;
  }

  return {
    render() {
      const { greetingMessage = '', autoOpen } = bot();
      text.textContent = greetingMessage;
      bubble.hidden = isDismissed || isOpen() || !greetingMessage;
      if (!autoOpen || hasOpened) return;
      hasOpened = true;
      if (host.dataset.mode !== 'embedded' && mayOpen()) setOpen(true, { focus: false });
    },
  };
}
