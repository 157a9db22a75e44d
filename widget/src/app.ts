import type { PublicBot } from '#contract/bots/public-bot';
import { createApi } from './api';
import APP_STYLE from './app.css';
import { createAppearance } from './appearance';
import { createComposer } from './composer';
import { configOf, inLanguage } from './config';
import { createConversation } from './conversation';
import type { Command, MountOptions, ToggleChat } from './launch';
import { createMessageEvents } from './message-events';
import { createMessageList } from './message-list';
import { createOpening } from './opening';
import { createPanel } from './panel';
import { createPartLoader } from './parts';
import type { PartContext } from './parts/part';
import { statusText } from './status-text';
import * as strings from './strings';

/** Where the open chat covers the whole window, as app.css has it: phones, and a page that is zoomed in. */
const COVERED_WINDOW = '(max-width: 480px), (max-height: 480px)';
/** Where the configuration has not come. */
const SESSION_TIMEOUT_MINUTES = 30;

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
  let bot: Partial<PublicBot> = {};
  let overrides: Partial<PublicBot> = {};
  let isReady = false;

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
    onClose: () => dismiss(),
  });
  root.append(panel.element);
  const applyAppearance = createAppearance(host, customSheet, signal);
  /** The page's commands stay until the part that runs them is there. */
  const queue = [...commands];

  const parts = createPartLoader(
    () => context,
    () => {
      messageList.following(messageList.refresh);
      render();
    },
  );
  function describe() {
    bot = configOf(data, published, overrides);
    panel.describe(bot);
    // Of two launchers in one corner each says whose it is.
    launcher.title = bot.botName ?? '';
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
      panel.status.textContent = statusText(conversation);
      parts.render();
    });
    emitMessages();
  }

  function emit(event: string, detail: object = {}) {
    host.dispatchEvent(new CustomEvent(`parley:${event}`, { detail: { widget: widgetId, ...detail } }));
  }

  function remove() {
    if (signal.aborted) return;
    emit('destroy');
    host.remove();
    removal.abort();
  }
  // A page that puts the chat up by itself, as the dashboard does, takes it down by this.
  host.addEventListener('parley:remove', remove);

  const surroundings = {
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
    coversWindow: matchMedia(COVERED_WINDOW),
    queue,
    signal,
    bot: () => bot,
    isReady: () => isReady,
    overrideConfig,
    emit,
    remove,
    focusEnds: panel.focusEnds,
    withPart: parts.withPart,
  };
  const { dismiss, ...opening } = createOpening(surroundings, panel, tell, render);
  const context: PartContext = { ...surroundings, ...opening };
  const emitMessages = createMessageEvents(conversation, emit);
  describe();
  const runQueue = () => void parts.withPart('commands', (part) => part.run());
  if (queue.length > 0) runQueue();
  commands.push = (command: Command) => {
    const length = queue.push(command);
    runQueue();
    return length;
  };
  conversation.resumeIfWithPerson();
  // It is published no more, or not for this site, whatever the page says.
  if (!host.isConnected) remove();
  return () => (context.isOpen() ? dismiss() : context.setOpen(true));
}
