import { el } from '../dom';
import * as strings from '../strings';
import { addStyle } from './add-style';
import type { Part, PartContext } from './part';
import UNREAD_STYLE from './unread.css';

/** What was said while the chat was closed: on the launcher, and in the page's title. */
export function create({
  host,
  launcher,
  conversation,
  messageList,
  signal,
  isOpen,
  emit,
}: PartContext): Part {
  addStyle(host, UNREAD_STYLE);
  const badge = el('span', { class: 'badge', 'aria-hidden': 'true', hidden: '' });
  launcher.append(badge);
  let unread = 0;

  function render() {
    if (isOpen() && !document.hidden) conversation.markSeen();
    tell(messageList.visibleReplies().filter(({ id }) => (id as string) > conversation.seenThrough).length);
  }

  function tell(count: number) {
    if (!isOpen()) launcher.ariaLabel = count > 0 ? strings.unread(count) : strings.open;
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
