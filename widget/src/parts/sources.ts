import type { Citation } from '#contract/answers/citation';
import { el } from '../dom';
import type { Entry } from '../entry';
import * as strings from '../strings';
import { addStyle } from './add-style';
import { openLink } from './open-link';
import type { Part, PartContext } from './part';
import SOURCES_STYLE from './sources.css';

export function create(context: PartContext): Part {
  addStyle(context.host, SOURCES_STYLE);
  return { decorate: (entry, item) => addSources(context, entry, item) };
}

/** The list of an answer's sources; its numbers lead there. */
function addSources(
  { conversation, messageList }: PartContext,
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
        el(
          'button',
          { 'aria-label': strings.source(number), onclick: () => reveal(target) },
          mark.textContent,
        ),
      );
  }
  const sources: HTMLDetailsElement = el(
    'details',
    { class: 'sources', ontoggle: () => sources.open && messageList.reveal(sources) },
    el('summary', {}, strings.sources(panels.size)),
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
            open.replaceWith(el('em', {}, strings.sourceGone)),
          ),
      },
      strings.openSource,
    );
    return el(
      'div',
      { class: 'source', tabindex: '-1' },
      el('b', { title }, `${number}. ${title}`),
      page ? el('span', {}, strings.page(page)) : null,
      el('q', {}, quote),
      open,
    );
  }

  function reveal(target: HTMLElement) {
    sources.open = true;
    target.focus({ preventScroll: true });
    // After the toggle, which shows the list of sources, so that this one wins.
    setTimeout(() => messageList.reveal(target));
  }
}
