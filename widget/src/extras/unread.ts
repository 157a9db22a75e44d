import type { Context } from '../context';
import * as say from '../strings';

/** What was said while the chat was closed: on the launcher, and in the page's title. */
export function createUnread({ el, button, conversation, log, signal, isOpen, emit }: Context) {
  const badge = el('span', { class: 'badge', 'aria-hidden': 'true', hidden: '' });
  button.append(badge);
  let unread = 0;

  function render() {
    if (isOpen() && !document.hidden) conversation.seen();
    tell(log.said().filter(({ id }) => (id as string) > conversation.seenThrough).length);
  }

  function tell(count: number) {
    if (!isOpen()) button.ariaLabel = count > 0 ? say.unread(count) : say.open;
    if (count === unread) return;
    badge.hidden = count === 0;
    badge.textContent = count > 9 ? '9+' : `${count}`;
    document.title = mark(count) + document.title.replace(mark(unread), '');
    unread = count;
    emit('unread', { count });
  }

  document.addEventListener('visibilitychange', render, { signal });
  signal.addEventListener('abort', () => tell(0));
  return { render };
}

/** Before the page's title. */
function mark(count: number): string {
  return count > 0 ? `(${count}) ` : '';
}
