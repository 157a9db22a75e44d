import type { PublicBot } from '#contract/bots/public-bot';
import { createApi } from './api';
import APP_STYLE from './app.css';
import { createAppearance } from './appearance';
import { createComposer } from './composer';
import { createConversation } from './conversation';
import type { Entry } from './entry';
import type { Command, MountOptions, ToggleChat } from './launch';
import { createMessageList } from './message-list';
import { createPanel } from './panel';
import { createPartLoader } from './parts';
import type { Commands, PartContext } from './parts/part';
import { pendingPrompt } from './pending-prompt';
import * as strings from './strings';

/** Where the open chat covers the whole window, as app.css has it: phones, and a page that is zoomed in. */
const COVERED_WINDOW = '(max-width: 480px), (max-height: 480px)';
/** Where the configuration has not come. */
const SESSION_TIMEOUT_MINUTES = 30;
/** Behind another widget, whose corner it may have to share. */
const SECOND_WIDGET = '[data-mode] ~ *';

/** Builds the chat's panel beside the launcher, closed. */
export function mount({ host, launcher, script, bot: published, commands, tell }: MountOptions): ToggleChat {
  const root = host.shadowRoot as ShadowRoot;
  const { dataset: data, parley: preview } = script;
  const widgetId = data.widgetId ?? '';
  const { origin } = new URL(script.src);
  const [sheet, customSheet] = [new CSSStyleSheet(), new CSSStyleSheet()];
  sheet.replaceSync(APP_STYLE);
  root.adoptedStyleSheets.push(sheet, customSheet);
  launcher.className = 'launcher';
  launcher.ariaExpanded = 'false';
  // Else it would go on saying that the chat is offline, if it has.
  launcher.type = 'button';

  const removal = new AbortController();
  const { signal } = removal;
  /** What the page sets goes before what is published, and that before the script's attributes. */
  let bot: Partial<PublicBot> = {};
  let overrides: Partial<PublicBot> = {};
  let isReady = false;
  /** Its first opening on this page was counted. */
  let isCounted = false;

  const api = { ...createApi(origin, widgetId), ...preview };
  const conversation = createConversation({
    api,
    storageKey: preview?.openSession ? null : `parley.widget.${widgetId}`,
    timeout: () => bot.sessionTimeoutMinutes ?? SESSION_TIMEOUT_MINUTES,
    language: strings.language,
    signal,
    onChange: () => render(),
  });
  const messageList = createMessageList({
    conversation,
    decorate: (entry, item) => parts.decorate(entry, item),
    onRelease: () => render(),
  });
  const composer = createComposer(conversation, () => messageList.scrollToEnd());
  const { form, input } = composer;
  const panel = createPanel({
    messageList,
    composer,
    onNewChat() {
      conversation.startAnew();
      input.focus();
    },
    onMenu: () => void parts.withPart('menu', (menu) => menu.toggle()),
    onClose: dismiss,
  });
  root.append(panel.element);
  const applyAppearance = createAppearance(host, customSheet, signal);
  const coversWindow = matchMedia(COVERED_WINDOW);
  /** The page's commands stay until the part that runs them is there. */
  const queue = [...commands];

  const hasReply = () => conversation.entries.some(({ id, author }) => id && author !== 'visitor');
  const prompt = () => pendingPrompt(context);
  const parts = createPartLoader({
    context: () => context,
    isNeeded: {
      commands: () => queue.length > 0,
      placement: () => bot.mode !== 'floating' || host.matches(SECOND_WIDGET),
      covering: () => isOpen() && coversWindow.matches,
      greeting: () => !!bot.greetingMessage || bot.autoOpen === true,
      away: () => messageList.isClosed() || conversation.isAway,
      waiting: () => conversation.isWithPerson && conversation.state?.reachable === false,
      sources: () => conversation.entries.some(({ citations }) => citations.length > 0),
      uploads: () =>
        (isOpen() && (bot.enableFileUpload === true || prompt()?.type === 'field')) ||
        conversation.entries.some(({ attachment, error }) => attachment || error?.startsWith('attachment.')),
      thumbs: () => bot.enableFeedback === true && hasReply(),
      'next-steps': () => conversation.entries.at(-1)?.kind === 'abstained',
      history: () => isOpen() && !!conversation.identity,
      menu: () =>
        hasReply() || conversation.isWithPerson || conversation.isOver || conversation.past.length > 0,
      prompts: () => isOpen() && !!prompt(),
      ending: () => conversation.isOver,
      unread: hasReply,
    },
    onLoad() {
      messageList.following(messageList.refresh);
      render();
    },
  });

  function describe() {
    bot = {
      mode: 'floating',
      botName: data.botName || 'AI Assistant',
      companyName: data.companyName || '',
      welcomeMessage: data.greeting || '',
      avatarUrl: data.logo || null,
      ...inLanguage(published),
      // Where in the page the chat stands is for the page to say.
      ...(data.mode && { mode: data.mode as PublicBot['mode'] }),
      ...overrides,
    };
    const { botName = '', companyName = '' } = bot;
    panel.name.textContent = botName;
    panel.name.title = botName;
    // Of two launchers in one corner each says whose it is.
    launcher.title = botName;
    panel.company.textContent = companyName;
    panel.setAvatar(bot.avatarUrl, botName);
    panel.branding.hidden = !bot.showBranding;
    if (bot.placeholder) composer.placeholder = bot.placeholder;
    applyAppearance(bot);
    messageList.describe(bot);
    render();
    if (bot.mode === 'floating') announceReady();
    else void parts.withPart('placement', announceReady);
  }

  /** The configuration is here, and the chat stands in its place. */
  function announceReady() {
    if (isReady || bot.widgetId === undefined) return;
    isReady = true;
    emit('ready');
  }

  function overrideConfig(fields: Partial<PublicBot>) {
    overrides = { ...overrides, ...inLanguage(fields) };
    describe();
  }

  function runQueue({ run }: Commands) {
    for (const command of queue.splice(0)) run(command);
  }

  function render() {
    messageList.following(() => {
      messageList.render();
      composer.render();
      const { entries, grant, isOver, isWithPerson } = conversation;
      panel.newChat.hidden = entries.length === 0 || isOver || isWithPerson;
      panel.menuButton.hidden = bot.paused === true && !grant;
      // What is being written stays: it can still be sent, and is kept where that is refused.
      form.hidden = isOver || (messageList.isClosed() && !input.value);
      if (form.hidden && form.contains(root.activeElement)) messageList.list.focus();
      panel.status.textContent = statusText();
      parts.render();
    });
    emitMessages();
  }

  function statusText(): string {
    const { connection, entries, problem } = conversation;
    if (problem === 'request.rate_limited') return strings.tooMany;
    if (problem === 'widget.site_not_allowed') return strings.notAllowed;
    const has = (status: Entry['status']) => entries.some((entry) => entry.status === status);
    // An answer that broke off in the middle looks whole: say that more is to come.
    const offline = has('sending') ? strings.offline : has('writing') ? strings.offlineAnswer : '';
    if (connection === 'offline') return offline;
    return connection === 'connecting' && offline ? strings.connecting : '';
  }

  const told = new Set<string>();
  /** Tells the page each message once. */
  function emitMessages() {
    for (const { key, author, text, receivedAt, status } of conversation.entries) {
      if (receivedAt === 0 || told.has(key) || (author !== 'visitor' && status !== 'done')) continue;
      told.add(key);
      emit('message', { author, text });
      if (author === 'bot') emit('answer', { text });
    }
  }

  function emit(event: string, detail: object = {}) {
    host.dispatchEvent(new CustomEvent(`parley:${event}`, { detail: { widget: widgetId, ...detail } }));
  }

  function isEmbedded(): boolean {
    return host.dataset.mode === 'embedded';
  }
  function isOpen(): boolean {
    return !panel.element.hidden;
  }
  function setOpen(open: boolean, { focus = true }: { readonly focus?: boolean } = {}) {
    if (!host.isConnected || (!open && isEmbedded())) return;
    const was = isOpen();
    const { element, close } = panel;
    element.hidden = !open;
    host.toggleAttribute('data-open', open);
    launcher.ariaExpanded = String(open);
    launcher.ariaLabel = open ? strings.close : strings.open;
    element.role = isEmbedded() ? 'region' : 'dialog';
    element.ariaModal = isEmbedded() ? null : String(coversWindow.matches);
    close.hidden = isEmbedded();
    if (open) {
      if (!was) conversation.resume();
      if (!was && !isEmbedded() && !isCounted) tell('opened');
      isCounted = true;
      // Hidden, the input has no height to be measured.
      composer.measure();
      messageList.scrollToEnd();
      render();
      if (focus) (form.hidden ? close : input).focus();
    } else if (focus) launcher.focus();
    if (was !== open) emit(open ? 'open' : 'close');
  }
  /** Closed by the visitor. */
  function dismiss() {
    if (isEmbedded()) return;
    setOpen(false);
    emit('dismiss');
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen()) dismiss();
    // The host page's shortcuts are not meant for what is typed here.
    event.stopPropagation();
  }
  for (const part of [panel.element, launcher]) part.addEventListener('keydown', onKey);

  function remove() {
    if (signal.aborted) return;
    emit('destroy');
    host.remove();
    removal.abort();
  }
  // A page that puts the chat up by itself, as the dashboard does, takes it down by this.
  host.addEventListener('parley:remove', remove);

  const context: PartContext = {
    host,
    launcher,
    panel: panel.element,
    header: panel.header,
    menuButton: panel.menuButton,
    script,
    widgetId,
    api,
    conversation,
    messageList,
    composer,
    coversWindow,
    signal,
    bot: () => bot,
    isReady: () => isReady,
    isOpen,
    setOpen,
    overrideConfig,
    emit,
    remove,
    focusEnds: panel.focusEnds,
    withPart: parts.withPart,
  };
  describe();
  if (queue.length > 0) void parts.withPart('commands', runQueue);
  commands.push = (command: Command) => {
    const length = queue.push(command);
    void parts.withPart('commands', runQueue);
    return length;
  };
  conversation.resumeIfWithPerson();
  // It is published no more, or not for this site, whatever the page says.
  if (!host.isConnected) remove();
  return () => (isOpen() ? dismiss() : setOpen(true));
}

/** The texts that its owner never changed are in the visitor's language. */
function inLanguage(bot: Partial<PublicBot> | undefined): Partial<PublicBot> {
  return { ...bot, ...(bot?.translations?.[strings.language] as Partial<PublicBot> | undefined) };
}
