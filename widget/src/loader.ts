/**
 * The one script tag: paints the launcher and asks the edge for the published configuration; the chat itself
 * loads when the visitor reaches for it. Stores nothing, sets no cookie.
 */
import type { PublicBot } from '../../functions/contract/bots';
import type { Launch } from './launch';
import LAUNCHER_STYLE from './launcher.css';

/** File name of the chat behind its language: the hash of its content; the build puts it in. */
declare const CHAT_FILE: string;

const script = document.currentScript as HTMLScriptElement;
const { widgetId = '', primaryColor, secondaryColor, position } = script.dataset;
const origin = new URL(script.src).origin;
const german = /^de/i.test(navigator.language);

const host = document.createElement('div');
host.dataset.widgetId = widgetId;
const root = host.attachShadow({ mode: 'open' });
const sheet = new CSSStyleSheet();
sheet.replaceSync(LAUNCHER_STYLE);
// Constructed sheets and the object model are what a strict content security policy leaves to us.
root.adoptedStyleSheets = [sheet];

const button = document.createElement('button');
button.ariaLabel = german ? 'Chat öffnen' : 'Open chat';
button.ariaExpanded = 'false';
const svg = (name: string, attribute: string, value: string, parent: Element) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  element.setAttribute(attribute, value);
  parent.append(element);
  return element;
};
svg('path', 'd', 'M12 3c12 0 12 16 0 15l-8 3 2-5C1 11 4 3 12 3z', svg('svg', 'viewBox', '0 0 24 24', button));
root.append(button);

const paint = (primary?: string, secondary?: string, corner?: string) => {
  if (primary) host.style.setProperty('--primary', primary);
  if (secondary) host.style.setProperty('--secondary', secondary);
  if (corner) host.dataset.position = corner;
};
paint(primaryColor, secondaryColor, position);

const config: Promise<PublicBot | null> = fetch(`${origin}/w/${widgetId}.json`)
  .then((response) => (response.ok ? (response.json() as Promise<PublicBot>) : null))
  .catch(() => null);
config.then((bot) => {
  if (bot) paint(bot.primaryColor, bot.secondaryColor, bot.position);
});

interface App {
  mount(launch: Launch): { toggle(): void };
}
let loading: Promise<App | undefined> | undefined;
const load = () => {
  loading ??= import(/* @vite-ignore */ `${origin}/w/${german ? 'de' : 'en'}${CHAT_FILE}`).catch(() => {
    // The next click tries again: a lost connection must not break the button for good.
    loading = undefined;
  });
  return loading;
};
let chat: { toggle(): void } | undefined;
button.addEventListener('pointerenter', load, { once: true });
button.addEventListener('click', async () => {
  const app = await load();
  chat ??= app?.mount({ root, host, button, origin, widgetId, data: script.dataset, config });
  chat?.toggle();
});

// In the head there is no body yet; the root takes it, and a fixed element stands the same.
(document.body ?? document.documentElement).append(host);
