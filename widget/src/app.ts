import type { PublicBot } from '../../functions/contract/bots';
import { createApi } from './api';
import APP_STYLE from './app.css';
import { createConversation, type Entry } from './conversation';
import { el } from './dom';
import type { Launch } from './launch';
import { createLog } from './log';
import { strings } from './strings';

const MAX_LENGTH = 4_000;

/** Builds the chat's panel beside the launcher, closed. */
export function mount({ root, host, button, origin, widgetId, german, data, config }: Launch) {
  const say = strings(german);
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

  const conversation = createConversation({
    api: createApi(origin, widgetId),
    widgetId,
    language: german ? 'de' : 'en',
    onChange: () => render(),
  });
  const log = createLog({ say, conversation });
  const panel = el(
    'section',
    { class: 'panel', role: 'dialog', 'aria-labelledby': 'name', lang: german ? 'de' : 'en', hidden: '' },
    header,
    log.element,
    status,
    form,
  );
  root.append(panel);

  const describe = (bot: Pick<PublicBot, 'botName' | 'companyName' | 'greeting'> & Partial<PublicBot>) => {
    name.textContent = bot.botName;
    company.textContent = bot.companyName;
    log.greet(bot.greeting, bot.botName);
    if (bot.placeholder && bot.language === (german ? 'de' : 'en')) input.placeholder = bot.placeholder;
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

  const setOpen = (open: boolean) => {
    panel.hidden = !open;
    host.toggleAttribute('data-open', open);
    button.setAttribute('aria-expanded', String(open));
    button.setAttribute('aria-label', open ? say.close : say.open);
    if (open) {
      conversation.resume();
      // Hidden, the input has no height to be measured.
      measure();
      log.scrollToEnd();
      input.focus();
    } else button.focus();
  };
  close.addEventListener('click', () => setOpen(false));
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') setOpen(false);
    // The host page's shortcuts are not meant for what is typed here.
    event.stopPropagation();
  });
  measure();
  return { toggle: () => setOpen(panel.hasAttribute('hidden')) };
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
