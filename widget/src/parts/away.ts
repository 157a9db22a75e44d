/** Says that the bot takes nothing at the moment, or that no people are there, and asks whether a paused bot is back. */
import type { PublicBot } from '#contract/bots/public-bot';
import { el } from '../dom';
import { markdown } from '../markdown';
import * as strings from '../strings';
import type { Part, PartContext } from './part';

/** Dates as the visitor's country writes them, where that is in the chat's language. */
const LOCALE = navigator.language.startsWith(strings.language) ? navigator.language : strings.language;

export function create({
  script,
  widgetId,
  conversation,
  messageList,
  signal,
  bot,
  overrideConfig,
  withPart,
}: PartContext): Part {
  const notice = el('li', { class: 'bot notice' });
  const leave = el(
    'button',
    { class: 'starter', onclick: () => void withPart('menu', (menu) => menu.leaveMessage()) },
    strings.leaveMessage,
  );
  let shown = '';

  // No session tells it, since none is opened before something is said.
  addEventListener('focus', () => bot().paused && void readPaused(), { signal });
  async function readPaused() {
    const response = await fetch(new URL(`/w/${widgetId}.json`, script.src)).catch(() => null);
    const current: PublicBot | null | undefined = await response?.json().catch(() => null);
    if (current) overrideConfig({ paused: current.paused });
  }

  return {
    render() {
      const { grant, isAway, isWithPerson, isOver, problem } = conversation;
      const isClosed = messageList.isClosed();
      // A person who has the conversation tells the visitor themselves when they are there.
      if (!isClosed && (!isAway || isWithPerson || isOver)) return notice.remove();
      const text = [
        bot().offlineMessage || strings.ended,
        !isClosed && grant?.opensAt && backAt(grant.opensAt),
      ]
        .filter(Boolean)
        .join('\n\n');
      // A pause is the owner's: their team still reads what is left for it.
      const isPaused = isClosed && (problem ?? 'widget.paused') === 'widget.paused';
      const takesMessages = isPaused && bot().escalationEnabled === true;
      if (shown !== text + takesMessages)
        notice.replaceChildren(markdown(text), ...(takesMessages ? [leave] : []));
      shown = text + takesMessages;
      const { list, greeting } = messageList;
      // Outside business hours once, before what is said: below a right answer it would contradict it.
      if (!isClosed) {
        if (greeting.nextElementSibling !== notice) greeting.after(notice);
      } else if (list.lastElementChild !== notice) list.append(notice);
    },
  };
}

/** In the visitor's own time, wherever the business is. */
function backAt(time: string): string {
  const date = new Date(time);
  return strings.backAt(
    date.toLocaleDateString(LOCALE, { weekday: 'long', day: 'numeric', month: 'long' }),
    date.toLocaleTimeString(LOCALE, { timeStyle: 'short' }),
  );
}
