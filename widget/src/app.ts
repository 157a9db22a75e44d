import type { PublicBot } from '../../functions/contract/bots';
import { createApi } from './api';
import APP_STYLE from './app.css';
import { createConversation, type Entry } from './conversation';
import { el } from './dom';
import type { Launch } from './launch';
import { createLog } from './log';
import { language, say } from './strings';

const MAX_LENGTH = 4_000;
/** Where the chat takes the whole window, as app.css has it: phones, and a page that is zoomed in. */
const FULL = '(max-width: 480px), (max-height: 480px)';
const DOWN = 'M5 9l7 7 7-7';

/** Builds the chat's panel beside the launcher, closed. */
export function mount({ root, host, button, origin, widgetId, data, config }: Launch) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(APP_STYLE);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];

  const name = el('b', { id: 'name' });
  const company = el('span');
  const status = el('p', { class: 'status', role: 'status' });
  const input = el('textarea', { rows: '1', 'aria-label': say.placeholder, placeholder: say.placeholder });
  const counter = el('span', { class: 'over', id: 'over', role: 'status' });
  const send = el('button', { class: 'send', 'aria-label': say.send, type: 'submit' }, arrow());
  const form = el('form', {}, input, counter, send);
  const close = el('button', { class: 'close', 'aria-label': say.close, type: 'button' }, '×');
  const header = el('div', { class: 'header' }, el('div', {}, name, company), close);

  const removal = new AbortController();
  const { signal } = removal;
  const conversation = createConversation({
    api: createApi(origin, widgetId),
    widgetId,
    language,
    signal,
    onChange: () => render(),
  });
  const log = createLog(conversation);
  const panel = el(
    'section',
    {
      class: 'panel',
      role: 'dialog',
      'aria-labelledby': 'name',
      'aria-describedby': 'greeting',
      lang: language,
      hidden: '',
    },
    header,
    ...log.elements,
    status,
    form,
  );
  root.append(panel);

  const describe = (bot: Pick<PublicBot, 'botName' | 'companyName' | 'greeting'> & Partial<PublicBot>) => {
    name.textContent = name.title = bot.botName;
    company.textContent = bot.companyName;
    log.greet(bot.greeting, bot.botName);
    if (bot.placeholder && bot.language === language) input.placeholder = bot.placeholder;
  };
  describe({
    botName: data.botName || 'AI Assistant',
    companyName: data.companyName || '',
    greeting: data.greeting || '',
  });
  config.then((bot) => bot && describe(bot));

  function render() {
    log.render();
    const is = (wanted: Entry['status']) => conversation.entries.some(({ status }) => status === wanted);
    const { connection } = conversation;
    // An answer that broke off in the middle looks whole: say that more is to come.
    const offline = is('sending') ? say.offline : is('writing') ? say.offlineAnswer : '';
    status.textContent =
      connection === 'offline' ? offline : connection === 'connecting' && offline ? say.connecting : '';
  }

  function measure() {
    const over = input.value.trim().length - MAX_LENGTH;
    counter.textContent = over > 0 ? say.tooLong(over) : '';
    input.setAttribute('aria-invalid', String(over > 0));
    send.disabled = over > 0 || !input.value.trim();
    input.style.height = 'auto';
    input.style.height = `${Math.min(input.scrollHeight, 120)}px`;
  }
  input.addEventListener('input', () => {
    measure();
    conversation.prepare();
  });
  input.addEventListener('keydown', (event) => {
    // Enter that ends an input method's composition writes a word, it does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text || text.length > MAX_LENGTH) return;
    input.value = '';
    measure();
    conversation.send(text);
    log.scrollToEnd();
  });

  const icon = button.querySelector('path');
  const bubble = icon?.getAttribute('d') ?? '';
  const full = matchMedia(FULL);
  const setOpen = (open: boolean) => {
    panel.hidden = !open;
    host.toggleAttribute('data-open', open);
    button.setAttribute('aria-expanded', String(open));
    button.setAttribute('aria-label', open ? say.close : say.open);
    icon?.setAttribute('d', open ? DOWN : bubble);
    panel.ariaModal = String(full.matches);
    if (open) {
      conversation.resume();
      // Hidden, the input has no height to be measured.
      measure();
      log.scrollToEnd();
      input.focus();
    } else button.focus();
  };
  close.addEventListener('click', () => setOpen(false));
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !panel.hidden) setOpen(false);
    if (event.key === 'Tab' && full.matches) {
      // The page behind is covered: what has the focus there could not be seen.
      const ends = [close, send.disabled ? input : send];
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

  // A page that puts the chat up by itself, as the dashboard does, takes it down by this.
  host.addEventListener('parley:remove', () => {
    host.remove();
    removal.abort();
  });
  adjust();
  measure();
  return { toggle: () => host.isConnected && setOpen(panel.hasAttribute('hidden')) };
}

function arrow(): SVGElement {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', 'M5 12h14M13 6l6 6-6 6');
  icon.append(path);
  return icon;
}
