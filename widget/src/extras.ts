/**
 * What only some conversations need besides their words: sources, the count of unread messages, prompts of a flow,
 * files, thumbs and stars, a person instead of the bot, the transcript. A file of its own, loaded with the first
 * answer, or before where the bot opens with a question or takes files.
 */
import type { Context } from './context';
import type { Entry } from './entry';
import { createEnding } from './extras/ending';
import EXTRAS_STYLE from './extras/extras.css';
import { createMenu } from './extras/menu';
import { createPrompts } from './extras/prompts';
import { createSheet } from './extras/sheet';
import { addSources } from './extras/sources';
import { createThumbs } from './extras/thumbs';
import { createUnread } from './extras/unread';
import { createUploads } from './extras/uploads';

export interface Extras {
  /** After every change. */
  render(): void;
  toggleMenu(): void;
}

export function create(context: Context): Extras {
  const { host, log } = context;
  const { list } = log;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(EXTRAS_STYLE);
  // Before the customer's own rules, which stay the last.
  (host.shadowRoot as ShadowRoot).adoptedStyleSheets.splice(-1, 0, sheet);

  const form = createSheet(context);
  const uploads = createUploads(context);
  const prompts = createPrompts(context, uploads);
  const addThumbs = createThumbs(context);
  const menu = createMenu(context, form);
  const ending = createEnding(context, form);
  const unread = createUnread(context);

  log.decorateWith((entry: Entry, item: HTMLElement) => {
    if (entry.author === 'agent' && entry.authorName)
      item.prepend(context.el('p', { class: 'note' }, entry.authorName));
    addSources(context, entry, item);
    uploads.decorate(entry, item);
    addThumbs(entry, item);
  });

  let height = 0;
  function render() {
    // By the height that it had: who has the end before her has it also when what stands below takes some of it.
    const isAtEnd = list.scrollHeight - list.scrollTop - height < 80;
    menu.render();
    form.element.hidden ||= !context.conversation.grant;
    ending.render();
    prompts.render();
    uploads.render();
    unread.render();
    height = list.clientHeight;
    if (isAtEnd) log.scrollToEnd();
  }
  new ResizeObserver(render).observe(list);
  return { render, toggleMenu: menu.toggle };
}
