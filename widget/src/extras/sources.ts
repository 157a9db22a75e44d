import type { Citation } from '../../../functions/contract/conversations';
import type { Context } from '../context';
import type { Entry } from '../entry';
import * as say from '../strings';
import { openLink } from './open-link';

/** The list of an answer's sources; its numbers lead there. */
export function addSources(
  { el, conversation, log }: Context,
  { citations }: Entry,
  item: HTMLElement,
): void {
  if (citations.length === 0) return;
  const panels = new Map(citations.map((citation) => [citation.number, source(citation)]));
  for (const mark of item.querySelectorAll('sup')) {
    const number = Number(mark.textContent);
    const target = panels.get(number);
    if (target)
      mark.replaceChildren(
        el('button', { 'aria-label': say.source(number), onclick: () => reveal(target) }, mark.textContent),
      );
  }
  const sources: HTMLDetailsElement = el(
    'details',
    { class: 'sources', ontoggle: () => sources.open && show(sources) },
    el('summary', {}, say.sources(panels.size)),
    ...panels.values(),
  );
  item.append(sources);

  function source({ documentId, number, page, quote, title }: Citation): HTMLElement {
    const open = el(
      'button',
      {
        class: 'link',
        onclick: () =>
          openLink(conversation.call('GET', `sources/${documentId}`), page ? `#page=${page}` : '').catch(() =>
            open.replaceWith(el('em', {}, say.sourceGone)),
          ),
      },
      say.openSource,
    );
    return el(
      'div',
      { class: 'source', tabindex: '-1' },
      el('b', { title }, `${number}. ${title}`),
      page ? el('span', {}, say.page(page)) : null,
      el('q', {}, quote),
      open,
    );
  }

  function reveal(target: HTMLElement) {
    sources.open = true;
    target.focus({ preventScroll: true });
    // After the toggle, which shows the list of sources, so that this one wins.
    setTimeout(show, 0, target);
  }

  /** Scrolls until all of it is seen, or its beginning where it is too long. Moves the list, never the page. */
  function show(target: Element) {
    const [box, frame] = [target.getBoundingClientRect(), log.list.getBoundingClientRect()];
    const above = box.top - frame.top;
    log.list.scrollTop += Math.min(above, Math.max(0, box.bottom - frame.bottom + 12));
  }
}
