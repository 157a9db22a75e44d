import type { Citation } from '../../functions/contract/conversations';
import type { PublicBot } from '../../functions/contract/public-bot';
import type { Conversation, Entry } from './conversation';
import { el } from './dom';
import { markdown } from './markdown';
import { language, say } from './strings';

const WHEN = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** Dates as the visitor's country writes them, where that is in the chat's language. */
const LOCALE = navigator.language.startsWith(language) ? navigator.language : language;

/** The list of messages: one element an entry, rebuilt only when its entry changed. */
export function createLog(conversation: Conversation, onRelease: () => void) {
  const list = el('ol', { class: 'log', tabindex: '0', 'aria-label': say.messages });
  // A screen reader hears each answer once and whole, not piece by piece as it is written.
  const announcer = el('p', { class: 'hidden', 'aria-live': 'polite' });
  const greeting = el('li', { class: 'bot', id: 'greeting' });
  const shown = new Map<string, { element: HTMLElement; state: string }>();
  const announced = new Set<string>();
  const starters = el('li', { class: 'starters' });
  const notice = el('li', { class: 'bot notice' });
  const last = el(
    'li',
    { class: 'starters' },
    choice(say.continueLast, () => conversation.continueLast()),
  );
  let bot: Partial<PublicBot> = {};
  /** Times that the newest question was asked again. */
  let retries = 0;
  let question: string | undefined;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  /** Something was said since the page was opened: what came before is shown, but not read out. */
  let live = false;
  list.append(last, greeting, starters);

  function render() {
    const following = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const keys = new Set<string>();
    const { entries } = conversation;
    const asked = entries.findLast(({ author }) => author === 'visitor');
    clearTimeout(holdTimer);
    if (asked && asked.text !== question) {
      question = asked.text;
      retries = 0;
    }
    for (const entry of entries) {
      keys.add(entry.key);
      const wait = heldFor(entry);
      if (wait > 0) holdTimer = setTimeout(onRelease, wait);
      const newest = entry === asked || entry === entries.at(-1);
      const state = JSON.stringify([entry, wait > 0, newest, newest && retries]);
      const known = shown.get(entry.key);
      if (known?.state !== state) {
        const next = toElement(entry, wait > 0, newest);
        if (known) known.element.replaceWith(next);
        shown.set(entry.key, { element: next, state });
      }
      if (wait <= 0) announce(entry);
    }
    for (const [key, { element: old }] of shown) {
      if (keys.has(key)) continue;
      old.remove();
      shown.delete(key);
    }
    let previous: Element = starters;
    for (const key of keys) {
      const current = shown.get(key)?.element;
      if (!current) continue;
      if (previous.nextElementSibling !== current) previous.after(current);
      previous = current;
    }
    starters.hidden = entries.length > 0 || bot.paused === true || !bot.starterQuestions?.length;
    last.hidden = !conversation.canContinue;
    const { open, opensAt } = conversation.presence ?? {};
    const away = bot.paused || open === false;
    const back = opensAt && say.backAt(new Date(opensAt).toLocaleString(LOCALE, WHEN));
    const text = [bot.offlineMessage, !bot.paused && back].filter(Boolean).join('\n\n');
    if (notice.title !== text) {
      notice.title = text;
      notice.replaceChildren(markdown(text, () => null));
    }
    if (!away || !text) notice.remove();
    else if (notice !== list.lastElementChild) list.append(notice);
    if (following) scrollToEnd();
  }

  /** Milliseconds until an answer that came to this page may be seen: it is to look thought about. */
  function heldFor({ author, since }: Entry): number {
    return author === 'bot' && since > 0 ? since + (bot.responseDelay ?? 0) * 1_000 - Date.now() : 0;
  }

  function announce(entry: Entry) {
    const { author, status, key } = entry;
    live ||= status === 'sending' || status === 'writing';
    if (author === 'visitor' || status === 'writing' || announced.has(key)) return;
    announced.add(key);
    // A failure is an alert by itself.
    if (live && status === 'done')
      announcer.textContent = `${bot.botName}: ${entry.text.replace(/\*\*|`|\[\d+\]/g, '')}`;
  }

  function toElement(entry: Entry, isHeld: boolean, isNewest: boolean): HTMLElement {
    if (entry.author === 'visitor') {
      const item = el(
        'li',
        { class: 'visitor' },
        el('span', { class: 'hidden' }, `${say.you}: `),
        entry.text,
      );
      if (entry.status === 'failed') item.append(failure(entry, reason(entry)));
      else if (isNewest) item.append(el('span', { class: 'state' }, stateOf(entry)));
      return item;
    }
    const item = el('li', { class: entry.author });
    if (entry.status === 'failed') item.append(failure(entry, say.noAnswer));
    else if (entry.status === 'stopped') item.append(...(entry.text ? answer(entry) : []), note(say.stopped));
    else if (isHeld || !entry.text) {
      item.hidden = bot.typingIndicator === false;
      item.append(
        el(
          'span',
          { class: 'dots', role: 'img', 'aria-label': `${bot.botName} ${say.writing}` },
          el('i'),
          el('i'),
          el('i'),
        ),
      );
    } else item.append(...answer(entry));
    const isOver = entry.status === 'done' || entry.status === 'stopped';
    if (isNewest && isOver && !isHeld && entry.author === 'bot' && retries < (bot.maxRetries ?? 0))
      item.append(
        el(
          'button',
          {
            class: 'again',
            type: 'button',
            onclick: () => {
              retries++;
              conversation.regenerate(entry.key);
              // The button that had the focus is gone.
              list.focus();
            },
          },
          `↻ ${say.again}`,
        ),
      );
    return item;
  }

  function stateOf({ status }: Entry): string {
    if (status === 'sending' || status === 'delivered' || status === 'read') return say[status];
    return say.sent;
  }

  function note(text: string): HTMLElement {
    return el('p', { class: 'note' }, text);
  }

  function choice(text: string, onclick: () => void): HTMLElement {
    return el('button', { class: 'starter', type: 'button', onclick }, text);
  }

  function answer(entry: Entry): Node[] {
    const panels = new Map(entry.citations.map((citation) => [citation.number, source(citation)]));
    const body = markdown(entry.text, (number) => {
      const target = panels.get(number);
      // While the answer is written its sources are not known yet: the number stands without a link.
      if (!target) return entry.status === 'writing' ? el('sup', {}, String(number)) : null;
      return el(
        'sup',
        {},
        el(
          'button',
          { type: 'button', 'aria-label': say.source(number), onclick: () => reveal(target) },
          String(number),
        ),
      );
    });
    const nodes: Node[] = entry.kind === 'quoted' ? [note(say.quotes), body] : [body];
    if (panels.size > 0) {
      const sources: HTMLDetailsElement = el(
        'details',
        { class: 'sources', ontoggle: () => sources.open && show(sources) },
        el('summary', {}, say.sources(panels.size)),
        ...panels.values(),
      );
      nodes.push(sources);
    }
    return nodes;
  }

  function source(citation: Citation): HTMLElement {
    const open = el(
      'button',
      {
        type: 'button',
        onclick: async () => {
          // Opened at once and filled later: browsers block a window that opens after a wait.
          const tab = window.open('', '_blank');
          try {
            const url = await conversation.sourceUrl(citation.documentId);
            const target = citation.page ? `${url}#page=${citation.page}` : url;
            if (tab) {
              tab.opener = null;
              tab.location.replace(target);
            } else location.assign(target);
          } catch {
            tab?.close();
            open.replaceWith(el('em', {}, say.sourceGone));
          }
        },
      },
      say.openSource,
    );
    return el(
      'div',
      { class: 'source', tabindex: '-1' },
      el('b', { title: citation.title }, `${citation.number}. ${citation.title}`),
      citation.page ? el('span', {}, say.page(citation.page)) : null,
      el('q', {}, citation.quote),
      open,
    );
  }

  function reveal(target: HTMLElement) {
    target.closest('details')?.setAttribute('open', '');
    target.focus({ preventScroll: true });
    // After the toggle, which shows the list of sources, so that this one wins.
    setTimeout(show, 0, target);
  }

  /** Scrolls until all of it is seen, or its beginning where it is too long. Moves the list, never the page. */
  function show(target: Element) {
    const [box, frame] = [target.getBoundingClientRect(), list.getBoundingClientRect()];
    const above = box.top - frame.top;
    list.scrollTop += Math.min(above, Math.max(0, box.bottom - frame.bottom + 12));
  }

  function failure(entry: Entry, text: string): HTMLElement {
    return el(
      'p',
      { class: 'failed', role: 'alert' },
      `${text} `,
      entry.error === 'message.too_long' || entry.error === 'widget.site_not_allowed'
        ? null
        : el('button', { type: 'button', onclick: () => conversation.retry(entry.key) }, say.retry),
    );
  }

  function reason(entry: Entry): string {
    if (entry.error === 'request.rate_limited') return say.tooMany;
    if (entry.error === 'widget.not_found' || entry.error === 'widget.paused') return say.ended;
    if (entry.error === 'widget.site_not_allowed') return say.notAllowed;
    return say.failed;
  }

  function scrollToEnd() {
    list.scrollTop = list.scrollHeight;
  }

  return {
    elements: [list, announcer],
    render,
    scrollToEnd,
    /** What the bot says by itself, and how it behaves. */
    describe(next: Partial<PublicBot>) {
      bot = next;
      greeting.hidden = !bot.welcomeMessage || bot.paused === true;
      greeting.replaceChildren(markdown(bot.welcomeMessage ?? '', () => null));
      starters.replaceChildren(
        ...(bot.starterQuestions ?? []).map((question) =>
          choice(question, () => {
            conversation.send(question);
            list.focus();
          }),
        ),
      );
      render();
    },
    /** Entries that a person would have seen: whole, and no longer held back. */
    said: () =>
      conversation.entries.filter(
        (entry) => entry.author !== 'visitor' && entry.status === 'done' && heldFor(entry) <= 0,
      ),
  };
}
