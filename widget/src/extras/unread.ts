import type { Context } from '../context';
import * as say from '../strings';

/** What was said while the chat was closed: on the launcher, and in the page's title. */
export function createUnread({ el, button, conversation, log, signal, isOpen, emit }: Context) {
  const badge = el('span', { class: 'badge', 'aria-hidden': 'true', hidden: '' });
  button.append(badge);
  const seen = new Set<string>();
  let unread = 0;

  function render() {
    const said = log.said();
    if (isOpen() && document.visibilityState === 'visible') {
      for (const { key } of said) seen.add(key);
      conversation.seen();
    }
    tell(said.filter(({ key }) => !seen.has(key)).length);
  }

  function tell(count: number) {
    if (!isOpen()) button.setAttribute('aria-label', count > 0 ? say.unread(count) : say.open);
    if (count === unread) return;
    const before = mark(unread);
    unread = count;
    badge.hidden = unread === 0;
    badge.textContent = unread > 9 ? '9+' : String(unread);
    const { title } = document;
    document.title = mark(unread) + (title.startsWith(before) ? title.slice(before.length) : title);
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
