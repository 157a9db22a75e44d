import type { PublicBot } from '../../functions/contract/public-bot';
import { createApi } from './api';
import APP_STYLE from './app.css';
import { createComposer } from './composer';
import type { Context } from './context';
import { createConversation } from './conversation';
import { el, icon } from './dom';
import type { Entry } from './entry';
import type { Extras } from './extras';
import type { Call, Chat, Launch } from './launch';
import { createLog } from './log';
import { createLook } from './look';
import type { Page } from './page';
import * as say from './strings';

/** Address of the site that Parley presents itself on; the build puts a mark in, and publishing the stage's own. */
declare const ROOT_ORIGIN: string;
/** File names of what only some pages and some conversations need; the build puts them in. */
declare const PAGE_FILE: string;
declare const EXTRAS_FILE: string;

/** Where the chat takes the whole window, as app.css has it: phones, and a page that is zoomed in. */
const FULL = '(max-width: 480px), (max-height: 480px)';
/** Minutes, where the configuration has not come. */
const TIMEOUT = 30;

/** Behind another widget, whose corner it may have to share. */
const SECOND = '[data-mode]~*';

/** Builds the chat's panel beside the launcher, closed. */
export function mount(...[host, button, script, published, calls]: Launch): Chat {
  const root = host.shadowRoot as ShadowRoot;
  const { dataset: data, parley: given } = script;
  const widgetId = data.widgetId ?? '';
  const { origin } = new URL(script.src);
  const [sheet, custom] = [new CSSStyleSheet(), new CSSStyleSheet()];
  sheet.replaceSync(APP_STYLE);
  root.adoptedStyleSheets.push(sheet, custom);
  button.className = 'launcher';
  button.ariaExpanded = 'false';
  // Else it would go on saying that the chat is offline, if it has.
  button.type = 'button';

  const removal = new AbortController();
  const { signal } = removal;
  /** The page's own wishes go before what is published, and that before the script's attributes. */
  let bot: Partial<PublicBot> = {};
  let wishes: Partial<PublicBot> = {};

  const avatar = el('img', { class: 'avatar', alt: '', onerror: () => avatar.remove() });
  const name = el('b', { id: 'name', class: 'name' });
  const company = el('span', { class: 'company' });
  const status = el('p', { class: 'status', role: 'status' });
  const close = el('button', { class: 'close', 'aria-label': say.close }, '×');
  const menu = el(
    'button',
    {
      class: 'close',
      'aria-label': say.menu,
      'aria-haspopup': 'true',
      onclick: () => withExtras((extras) => extras.toggleMenu()),
    },
    '⋮',
  );
  const header = el('div', { class: 'header' }, el('div', {}, name, company), menu, close);
  const branding = el(
    'a',
    { class: 'branding', href: ROOT_ORIGIN, target: '_blank', rel: 'noopener', hidden: '' },
    say.branding,
  );
  const conversation = createConversation({
    api: { ...createApi(origin, widgetId), ...given },
    storageKey: given?.openSession ? null : `parley.widget.${widgetId}`,
    timeout: () => bot.sessionTimeoutMinutes ?? TIMEOUT,
    language: say.language,
    signal,
    onChange: () => render(),
  });
  const log = createLog(conversation, () => render());
  const composer = createComposer(conversation, () => log.scrollToEnd());
  const { form, input } = composer;
  const panel = el(
    'section',
    {
      class: 'panel',
      role: 'dialog',
      'aria-labelledby': 'name',
      'aria-describedby': 'greeting',
      lang: say.language,
      hidden: '',
    },
    header,
    ...log.elements,
    status,
    form,
    branding,
  );
  root.append(panel);
  const look = createLook(host, custom, signal);

  /** Loads a part once, when it is first needed; after a lost connection the next need asks again. */
  function later<PART>(file: string) {
    let loading: Promise<PART | undefined> | undefined;
    return async (use: (part: PART) => void) => {
      loading ??= import(/* @vite-ignore */ new URL(file, import.meta.url).href).then(
        // Into a page that it was taken from meanwhile it would come back.
        ({ create }: { create(context: Context): PART }) => (signal.aborted ? undefined : create(context)),
        () => (loading = undefined),
      );
      const part = await loading;
      if (part && !signal.aborted) use(part);
    };
  }
  /** When the page gives commands, when the chat stands in the page, or when it is to be noticed there. */
  const withPage = later<Page>(PAGE_FILE);
  /** From then on it is told of every configuration. */
  let hasPage = !!calls[0];
  /** When there is more to a conversation than words: see extras.ts. */
  const withExtras = later<Extras>(EXTRAS_FILE);
  let hasExtras = false;

  function describe() {
    bot = {
      mode: 'floating',
      botName: data.botName || 'AI Assistant',
      companyName: data.companyName || '',
      welcomeMessage: data.greeting || '',
      avatarUrl: data.logo || null,
      ...inLanguage(published),
      // Where in the page the chat stands is the page's to say.
      ...(data.mode && { mode: data.mode as PublicBot['mode'] }),
      ...wishes,
    };
    // Of two launchers in one corner each says whose it is.
    name.textContent = name.title = button.title = bot.botName as string;
    company.textContent = bot.companyName as string;
    if (!bot.avatarUrl) avatar.remove();
    else if (avatar.getAttribute('src') !== bot.avatarUrl || !avatar.isConnected) {
      avatar.src = bot.avatarUrl;
      header.prepend(avatar);
    }
    branding.hidden = !bot.showBranding;
    if (bot.placeholder) composer.placeholder = bot.placeholder;
    look(bot);
    log.describe(bot);
    render();
    hasPage ||= bot.mode !== 'floating' || !!bot.greetingMessage || !!bot.autoOpen || host.matches(SECOND);
    if (hasPage)
      withPage((page) => {
        page.describe(bot);
        obey(page);
      });
  }
  /** The page's commands stay until the part that runs them is there. */
  const queue = [...calls];
  function obey(page: Page) {
    queue.splice(0).forEach(page.run);
  }
  function set(fields: Partial<PublicBot>) {
    wishes = { ...wishes, ...inLanguage(fields) };
    describe();
  }

  const told = new Set<string>();
  function render() {
    log.render();
    composer.render();
    const { connection, turns, problem, isOver } = conversation;
    menu.hidden = bot.paused === true && !conversation.grant;
    // What is being written stays: it can still be sent, and is kept where that is refused.
    form.hidden = isOver || (log.isClosed() && !input.value);
    if (form.hidden && form.contains(root.activeElement)) log.list.focus();
    const is = (wanted: Entry['status']) => turns.some((entry) => entry.status === wanted);
    // An answer that broke off in the middle looks whole: say that more is to come.
    const offline = is('sending') ? say.offline : is('writing') ? say.offlineAnswer : '';
    status.textContent =
      problem === 'request.rate_limited'
        ? say.tooMany
        : problem === 'widget.site_not_allowed'
          ? say.notAllowed
          : connection === 'offline'
            ? offline
            : connection === 'connecting' && offline
              ? say.connecting
              : '';
    for (const { key, author, text, since, status: state } of turns) {
      if (since === 0 || told.has(key) || (author !== 'visitor' && state !== 'done')) continue;
      told.add(key);
      emit('message', { author, text });
      if (author === 'bot') emit('answer', { text });
    }
    hasExtras ||=
      isOver ||
      turns.some(({ id, author }) => id && author !== 'visitor') ||
      (isOpen() && !!(bot.enableFileUpload || bot.opening?.prompt));
    // Also when there is nothing left that it was loaded for: it would stay as it was.
    if (hasExtras) withExtras((extras) => extras.render());
  }

  function emit(event: string, detail: object = {}) {
    host.dispatchEvent(new CustomEvent(`parley:${event}`, { detail: { widget: widgetId, ...detail } }));
  }

  const full = matchMedia(FULL);
  const isEmbedded = () => host.dataset.mode === 'embedded';
  const isOpen = () => !panel.hidden;
  function setOpen(open: boolean, focus = true) {
    if (!host.isConnected || (!open && isEmbedded())) return;
    const was = isOpen();
    panel.hidden = !open;
    host.toggleAttribute('data-open', open);
    button.ariaExpanded = String(open);
    button.ariaLabel = open ? say.close : say.open;
    panel.role = isEmbedded() ? 'region' : 'dialog';
    panel.ariaModal = isEmbedded() ? null : String(full.matches);
    close.hidden = isEmbedded();
    if (open) {
      if (!was) conversation.resume();
      // Hidden, the input has no height to be measured.
      composer.measure();
      log.scrollToEnd();
      render();
      if (focus) (form.hidden ? close : input).focus();
    } else if (focus) button.focus();
    if (was !== open) emit(open ? 'open' : 'close');
  }
  /** Closed by the visitor. */
  function dismiss() {
    if (isEmbedded()) return;
    setOpen(false);
    emit('dismiss');
  }
  close.addEventListener('click', dismiss);

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen()) dismiss();
    if (event.key === 'Tab' && full.matches && !isEmbedded()) {
      // The page behind is covered: what has the focus there could not be seen.
      const last = branding.hidden ? (composer.last() ?? close) : branding;
      const ends = [menu.hidden ? close : menu, last];
      const [from, to] = event.shiftKey ? ends : ends.reverse();
      if (root.activeElement === from) {
        event.preventDefault();
        to?.focus();
      }
    }
    // The host page's shortcuts are not meant for what is typed here.
    event.stopPropagation();
  };
  for (const part of [panel, button]) part.addEventListener('keydown', onKey);

  // An on-screen keyboard covers the page, and some browsers tell only here; fingers that zoom in do not count.
  const view = visualViewport;
  const adjust = () => {
    if (!view || view.scale > 1.1) return;
    panel.style.setProperty('--top', `${view.offsetTop}px`);
    panel.style.setProperty('--height', `${view.height}px`);
    if (root.activeElement === input) log.scrollToEnd();
  };
  for (const event of ['resize', 'scroll']) view?.addEventListener(event, adjust, { signal });

  function remove() {
    if (signal.aborted) return;
    emit('destroy');
    host.remove();
    removal.abort();
  }
  // A page that puts the chat up by itself, as the dashboard does, takes it down by this.
  host.addEventListener('parley:remove', remove);

  const context: Context = {
    host,
    button,
    panel,
    header,
    menu,
    script,
    widgetId,
    dismiss: say.dismiss,
    el,
    icon,
    conversation,
    log,
    composer,
    full,
    signal,
    bot: () => bot,
    isOpen,
    setOpen,
    set,
    emit,
    remove,
  };
  adjust();
  describe();
  // Whether a paused bot is back, asked by who comes back to the page: no session tells it, since none is asked for before
  // something is said.
  addEventListener(
    'focus',
    () =>
      bot.paused &&
      fetch(`${origin}/w/${widgetId}.json`)
        .then((response) => response.json())
        .then(
          ({ paused }: PublicBot) => set({ paused }),
          () => {},
        ),
    { signal },
  );
  calls.push = (call: Call) => {
    hasPage = true;
    void withPage(obey);
    return queue.push(call);
  };
  conversation.awaitPerson();
  // It is published no more, or not for this site, whatever the page says.
  if (!host.isConnected) remove();
  return () => (isOpen() ? dismiss() : setOpen(true));
}

/** The texts that its owner never changed are in the visitor's language. */
function inLanguage(bot: Partial<PublicBot> | undefined): Partial<PublicBot> {
  return { ...bot, ...(bot?.translations?.[say.language] as Partial<PublicBot> | undefined) };
}
