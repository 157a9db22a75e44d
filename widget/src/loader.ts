/**
 * The one script tag: paints the launcher and asks the edge for the published configuration; the chat itself
 * loads when the visitor or the page reaches for it, or when it stands open in the page. Stores nothing, sets no
 * cookie.
 */
import type { Call, Chat, Launch, Receiver, Told, WidgetScript } from './launch';
import LAUNCHER_STYLE from './launcher.css';

/** File name of the chat behind its language: the hash of its content; the build puts it in. */
declare const CHAT_FILE: string;

const script = document.currentScript as WidgetScript;
const data = script.dataset;

// Pages and their tag managers add it twice: two launchers of one bot would close each other.
if (!document.querySelector(`div[data-widget-id="${data.widgetId}"]`)) {
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
  const calls: Call[] = [];
  let chat: Chat | undefined;
  // Imported once, however often it is asked for; after a lost connection the next click asks again.
  const mount = () =>
    import(/* @vite-ignore */ `${files}${german ? 'de' : 'en'}${CHAT_FILE}`).then(
      (app: App) => (chat ??= app.mount(host, button, script, config, calls)),
      () => {},
    );
  button.onpointerenter = mount;
  button.onclick = () => mount().then((toggle) => toggle?.());
  config
    .then((bot) => {
      if (bot) {
        // Where in the page the chat stands is the page's to say.
        paint({ ...bot, mode: data.mode ?? bot.mode });
        if (
          // Standing in the page, or behind another widget, whose corner it may have to share.
          host.matches('[data-mode$=d],[data-mode]~*') ||
          bot.greetingMessage ||
          bot.autoOpen ||
          bot.customCss ||
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
    // Taken down at once, so that a page may put it up again before the chat has heard of it.
    if (call[0] === 'destroy' && ((call[1] as Told | undefined)?.widget ?? data.widgetId) === data.widgetId)
      host.remove();
    // Once the chat is there, this runs the call.
    calls.push(call);
    // Open, toggle, destroy and set: what only listens, prepares or closes can wait for the visitor.
    if (/^[tds]|p/.test(call[0] as string)) mount();
  };
  // Every widget of the page hears every call. What was called before the script stays there for those that come later,
  // and behind it stand the widgets themselves.
  const q = window.Parley?.q ?? [];
  window.Parley = (...call) => q.map((each) => (each as Receiver).call?.(0, call));
  window.Parley.q = q;
  q.map((each) => (each as Call)[0] && receive(each as Call));
  q.push(receive);
}
