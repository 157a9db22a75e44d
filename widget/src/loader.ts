/**
 * The one script tag: paints the launcher and asks the edge for the published configuration; the chat itself
 * loads when the visitor or the page reaches for it, or when it stands open in the page. Stores nothing, sets no
 * cookie.
 */
import type { Call, Chat, Launch, Parley, WidgetScript } from './launch';
import LAUNCHER_STYLE from './launcher.css';

/** File name of the chat behind its language: the hash of its content; the build puts it in. */
declare const CHAT_FILE: string;

const script = document.currentScript as WidgetScript;
const data = script.dataset;
const files = new URL('/w/', script.src);
const german = /^de/.test(navigator.language);

const host = document.createElement('div');
const root = host.attachShadow({ mode: 'open' });
const sheet = new CSSStyleSheet();
sheet.replaceSync(LAUNCHER_STYLE);
// Constructed sheets and the object model are what a strict content security policy leaves to us.
root.adoptedStyleSheets = [sheet];

const button = document.createElement('button');
button.ariaLabel = german ? 'Chat öffnen' : 'Open chat';
button.ariaExpanded = 'false';
root.append(button);

const paint = (look: Readonly<Record<string, unknown>>) => {
  // Nothing at all is what the style sheet's own value is for.
  const value = (name: string) => (look[name] as string | undefined) ?? '';
  host.style.setProperty('--primary', value('primaryColor'));
  host.style.setProperty('--secondary', value('secondaryColor'));
  for (const name of ['widgetId', 'position', 'buttonStyle', 'mode']) host.dataset[name] = value(name);
};
paint(data);

const config: Launch[3] =
  script.parley?.config ??
  fetch(`${files}${data.widgetId}.json`)
    // Published no more, it is gone for good; where only the line is bad the script's own attributes serve.
    .then((response) => (response.ok ? response.json() : host.remove()))
    .catch(() => false);

interface App {
  mount(...launch: Launch): Chat;
}
// Imported once, however often it is asked for; after a lost connection the next click asks again.
const load = (): Promise<App | undefined> =>
  import(/* @vite-ignore */ `${files}${german ? 'de' : 'en'}${CHAT_FILE}`).catch(() => {});
const calls: Call[] = [];
let chat: Chat | undefined;
const mount = () => load().then((app) => (chat ??= app?.mount(host, button, script, config, calls)));
button.onpointerenter = load;
button.onclick = () => mount().then((mounted) => mounted?.toggle());
config
  .then((bot) => {
    if (bot) {
      // Where in the page the chat stands is the page's to say.
      paint({ ...bot, mode: data.mode ?? bot.mode });
      if (
        host.dataset.mode !== 'floating' ||
        bot.greetingMessage ||
        bot.autoOpen ||
        bot.customCss ||
        // Behind another widget, whose corner it may have to share.
        host.matches('div[data-mode]~*') ||
        // She waits for a person, whose answer is told on every page: what is kept has three parts then.
        / .* /.test(localStorage[`parley.widget.${data.widgetId}`])
      )
        mount();
    }
  })
  // Storage may be forbidden.
  .catch(() => {});

// In the head there is no body yet; the root takes it, and a fixed element stands the same.
(document.body ?? document.documentElement).append(host);

const receive = (call: Call) => {
  if (chat) return chat.run(call);
  calls.push(call);
  // Open, toggle, destroy and set: what only listens, prepares or closes can wait for the visitor.
  if (/^[tds]|p/.test(call[0] as string)) mount();
};
const page = window as { Parley?: Parley };
const q = page.Parley?.q ?? [];
// Every widget of the page hears every call; each loader's function does the same as the one before.
page.Parley = (...detail) => dispatchEvent(new CustomEvent('parley', { detail }));
page.Parley.q = q;
addEventListener('parley', (event) => receive((event as CustomEvent<Call>).detail));
q.forEach(receive);
