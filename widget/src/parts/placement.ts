/** Puts the widget where its mode wants it in the page, and floating widgets of one corner beside one another. */
import type { PublicBot } from '#contract/bots/public-bot';
import { el } from '../dom';
import { addStyle } from './add-style';
import type { Part, PartContext } from './part';
import PLACEMENT_STYLE from './placement.css';

/** In a corner of the window, in the page, or in either by turns. */
export function create({
  host,
  messageList,
  composer,
  script,
  signal,
  bot: currentBot,
  isOpen,
  setOpen,
}: PartContext): Part {
  addStyle(host, PLACEMENT_STYLE);
  let dock: HTMLElement | undefined;
  let observer: IntersectionObserver | null = null;
  let bot: Partial<PublicBot> = {};
  /** Whether the place in the page is on the screen; undefined until the browser has said so. */
  let isInView: boolean | undefined;

  function put() {
    bot = currentBot();
    if (bot.mode === 'floating') return move(false);
    // A script that runs early may name an element that is still to come.
    if (!dock && document.readyState === 'loading')
      return addEventListener('DOMContentLoaded', put, { once: true });
    dock ??= createDock();
    // Over the page's own style sheets, a `*` reset included.
    const { embeddedWidth = '100%', embeddedHeight = '600px', responsive } = bot;
    const style = `all:initial;display:block;box-sizing:border-box;width:${embeddedWidth};height:${embeddedHeight};max-width:${responsive === false ? 'none' : '100%'};`;
    dock.style.cssText = style.replaceAll(';', '!important;');
    if (bot.mode === 'embedded') {
      observer?.disconnect();
      observer = null;
      return move(true);
    }
    observer ??= watch(dock);
    follow();
  }

  function watch(element: Element): IntersectionObserver {
    const watching = new IntersectionObserver(([entry]) => {
      isInView = !!entry?.isIntersecting;
      follow();
    });
    watching.observe(element);
    return watching;
  }

  function follow() {
    if (isInView === false) move(false);
    // A chat that is open in the corner is not taken from who reads it: it goes back when it is closed.
    else if (isInView && (host.dataset.mode !== 'floating' || !isOpen())) move(true);
  }

  /** Those that float in its corner, itself among them. */
  function corner(): readonly HTMLElement[] {
    const all = document.querySelectorAll<HTMLElement>('div[data-widget-id]:not([data-mode=embedded])');
    return [...all].filter((each) => cornerOf(each) === cornerOf(host));
  }

  /** Which one it is of those. */
  function takeTurn() {
    host.style.setProperty('--at', `${corner().indexOf(host)}`);
  }

  /** Of those in a corner one is open: they would cover each other. Told as a command, since the first of them may not have loaded this part. */
  function giveWay({ target }: Pick<Event, 'target'>) {
    const there = corner();
    if (!there.includes(target as HTMLElement)) return;
    for (const other of there)
      if (other !== target) window.Parley?.('close', { widget: other.dataset.widgetId });
  }

  function move(intoPage: boolean) {
    const wasInPage = host.dataset.mode === 'embedded';
    const parent = intoPage ? dock : document.documentElement;
    host.dataset.mode = intoPage ? 'embedded' : 'floating';
    if (parent && host.parentElement !== parent) {
      const { list } = messageList;
      const top = list.scrollTop;
      parent.append(host);
      // An element that moves loses it.
      list.scrollTop = top;
    }
    // Others may stand there now, or no more.
    dispatchEvent(new Event('parley:place'));
    if (intoPage || wasInPage) setOpen(intoPage, { focus: false });
  }

  /** In the element that the script names, or where the script stands, or at the end of the page. */
  function createDock(): HTMLElement {
    const element = el('div');
    const target = script.dataset.target && document.getElementById(script.dataset.target.replace(/^#/, ''));
    if (!target && document.body.contains(script)) script.after(element);
    else (target || document.body).append(element);
    return element;
  }

  addEventListener('parley:place', takeTurn, { signal });
  addEventListener('parley:open', giveWay, { signal, capture: true });
  host.addEventListener('parley:dismiss', () => {
    if (!observer || !isInView) return;
    move(true);
    composer.input.focus({ preventScroll: true });
  });

  // Opened before this part was there; not where the call that brought it closes this one.
  setTimeout(() => isOpen() && giveWay({ target: host }));

  host.addEventListener('parley:destroy', () => {
    observer?.disconnect();
    dock?.remove();
  });
  let placed = currentBot();
  put();
  return {
    render() {
      // Its place depends on the configuration alone; what is said in the chat moves nothing.
      if (placed === currentBot()) return;
      placed = currentBot();
      put();
    },
  };
}

function cornerOf({ dataset: { position } }: HTMLElement): string {
  return position || 'bottom-right';
}
