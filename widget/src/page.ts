/**
 * What the chat has to do with the page around it, and only some pages need: standing in the page, being noticed, and
 * the page's commands. A file of its own, loaded behind the chat.
 */
import type { PublicBot } from '../../functions/contract/public-bot';
import type { DescribeVisitor } from '../../functions/contract/widget';
import type { Context } from './context';
import type { Call, Parley } from './launch';
import PAGE_STYLE from './page.css';
import { keepFit } from './wishes';

/** The page's own, of an event. */
type Listener = (detail: unknown) => void;

export interface Page {
  describe(bot: Partial<PublicBot>): void;
  run(call: Call): void;
}

export function create(context: Context): Page {
  const { host, script, widgetId } = context;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PAGE_STYLE);
  host.shadowRoot?.adoptedStyleSheets.push(sheet);
  const places = createPlaces(context);
  const greeting = createGreeting(context);
  const commands: Readonly<Record<string, (...args: readonly unknown[]) => void>> = {
    // Else what every object has would be a command too.
    __proto__: null as never,
    open: (options) => {
      context.setOpen(true, (options as { readonly focus?: boolean } | undefined)?.focus);
      host.scrollIntoView({ block: 'nearest' });
    },
    close: () => context.setOpen(false, false),
    toggle: () => context.setOpen(!context.isOpen()),
    set(fields) {
      const { variables, ...looks } = (fields ?? {}) as Partial<PublicBot> & {
        readonly variables?: object;
      };
      // A form of ours has any field, as it will be published.
      if (!script.parley) keepFit(looks, context.bot());
      context.set(looks);
      if (!variables) return;
      const texts = Object.entries(variables).map(([name, value]) => [name, `${value ?? ''}`.slice(0, 200)]);
      context.conversation.about({ variables: Object.fromEntries(texts) });
    },
    identify(who) {
      // Of a page that has nobody signed in.
      const { userId, hash, name, email } = (who ?? {}) as NonNullable<DescribeVisitor['identity']>;
      if (userId) context.conversation.about({ identity: { userId, hash, name, email } });
    },
    on(event, listener) {
      host.addEventListener(`parley:${event}`, ({ detail }: CustomEventInit) =>
        (listener as Listener)(detail),
      );
      // Who asks later is told too.
      if (event === 'ready' && isReady) (listener as Listener)({ widget: widgetId });
    },
    reset() {
      context.composer.form.reset();
      context.conversation.forget();
    },
    destroy: context.remove,
  };
  host.addEventListener('parley:destroy', places.remove);
  let isReady = false;

  const page: Page = {
    describe(bot) {
      places.put(bot);
      // Before the configuration is there, nothing is known of it.
      if (bot.widgetId === undefined) return;
      greeting.describe(bot);
      if (isReady) return;
      isReady = true;
      host.dispatchEvent(new CustomEvent('parley:ready', { detail: { widget: widgetId } }));
      if (bot.autoOpen && host.dataset.mode !== 'embedded' && mayOpen()) context.setOpen(true, false);
    },
    run(call) {
      const [name, ...args] = call;
      const { widget = widgetId } = (args.at(-1) ?? {}) as { readonly widget?: unknown };
      if (widget === widgetId) commands[name as string]?.(...args);
    },
  };
  page.describe(context.bot());
  return page;

  /**
   * Once in a tab, and never over a whole phone. Before the visitor's first action nothing may be stored, so that
   * it is the first page is told from where it was come from.
   */
  function mayOpen(): boolean {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return (
      !context.full.matches &&
      !isQuiet(widgetId) &&
      !/^(re|ba)/.test(entry?.type as string) &&
      (!document.referrer.startsWith(`${location.origin}/`) || !!script.parley)
    );
  }
}

/** Closed or dismissed once, it keeps quiet in this tab; where storage is forbidden, as long as the page. */
function isQuiet(widgetId: string, keep = false): boolean {
  try {
    const name = `parley.quiet.${widgetId}`;
    if (keep) sessionStorage[name] = 1;
    return name in sessionStorage;
  } catch {
    return false;
  }
}

/** The bubble beside the closed launcher. */
function createGreeting({ el, host, button, panel, widgetId, dismiss, isOpen, setOpen }: Context) {
  const end = () => {
    isOver = true;
    bubble.hidden = true;
  };
  const text = el('button', { onclick: () => setOpen(true) });
  const bubble = el(
    'div',
    { class: 'greeting', hidden: '' },
    text,
    el(
      'button',
      {
        class: 'close',
        'aria-label': dismiss,
        onclick: () => {
          end();
          isQuiet(widgetId, true);
          button.focus();
        },
      },
      '×',
    ),
  );
  panel.after(bubble);
  let isOver = isQuiet(widgetId);
  host.addEventListener('parley:open', end);
  host.addEventListener('parley:dismiss', () => isQuiet(widgetId, true));
  return {
    describe({ greetingMessage = '' }: Partial<PublicBot>) {
      text.textContent = greetingMessage;
      bubble.hidden = isOver || isOpen() || !greetingMessage;
    },
  };
}

/** Puts the widget where its mode wants it: in a corner of the window, in the page, or in one of both by turns. */
function createPlaces({ el, host, log, composer, script, signal, isOpen, setOpen }: Context) {
  let dock: HTMLElement | undefined;
  let observer: IntersectionObserver | null = null;
  let bot: Partial<PublicBot>;
  /** Whether the place in the page is on the screen; undefined until the browser has said so. */
  let isInView: boolean | undefined;

  function put(next: Partial<PublicBot>) {
    bot = next;
    if (bot.mode === 'floating') return move(false);
    // A script that runs early may name an element that is still to come.
    if (!dock && document.readyState === 'loading')
      return addEventListener('DOMContentLoaded', () => put(bot), { once: true });
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
  function queue() {
    host.style.setProperty('--at', `${corner().indexOf(host)}`);
  }

  /** Of those in a corner one is open: they would cover each other. Told as a command, since the first of them may not have loaded this part. */
  function giveWay({ target }: Pick<Event, 'target'>) {
    const there = corner();
    if (!there.includes(target as HTMLElement)) return;
    for (const other of there)
      if (other !== target)
        (window as { Parley?: Parley }).Parley?.('close', { widget: other.dataset.widgetId });
  }

  function move(intoPage: boolean) {
    const wasInPage = host.dataset.mode === 'embedded';
    const parent = intoPage ? dock : document.body;
    host.dataset.mode = intoPage ? 'embedded' : 'floating';
    if (parent && host.parentElement !== parent) {
      const { list } = log;
      const top = list.scrollTop;
      parent.append(host);
      // An element that moves loses it.
      list.scrollTop = top;
    }
    // Others may stand there now, or no more.
    dispatchEvent(new Event('parley:place'));
    if (intoPage || wasInPage) setOpen(intoPage, false);
  }

  /** In the element that the script names, or where the script stands, or at the end of the page. */
  function createDock(): HTMLElement {
    const element = el('div');
    const target = script.dataset.target && document.getElementById(script.dataset.target.replace(/^#/, ''));
    if (!target && document.body.contains(script)) script.after(element);
    else (target || document.body).append(element);
    return element;
  }

  addEventListener('parley:place', queue, { signal });
  addEventListener('parley:open', giveWay, { signal, capture: true });
  host.addEventListener('parley:dismiss', () => {
    if (!observer || !isInView) return;
    move(true);
    composer.input.focus({ preventScroll: true });
  });

  // Opened before this part was there; not where the call that brought it closes this one.
  setTimeout(() => isOpen() && giveWay({ target: host }));

  return {
    put,
    remove() {
      observer?.disconnect();
      dock?.remove();
    },
  };
}

function cornerOf({ dataset: { position } }: HTMLElement): string {
  return position || 'bottom-right';
}
