/**
 * The one script tag: paints the launcher and asks the edge for the published configuration; the chat itself
 * loads when the visitor or the page reaches for it, or when it stands open in the page. Stores nothing, sets no
 * cookie.
 */
import type { Call, Chat, Launch, Receiver, Told, WidgetScript } from './launch';

/** Of launcher.css; the build puts it in, as with what follows. */
declare const LAUNCHER_STYLE: string;
/** File name of the chat behind its language: the hash of its content; the build puts it in. */
declare const CHAT_FILE: string;

/** As much of a configuration, or of the script's attributes, as is painted here. */
type Look = Readonly<Partial<Record<string, string>>>;

const script = document.currentScript as WidgetScript;
const data = script.dataset;

// Pages and their tag managers add it twice: two launchers of one bot would close each other.
if (!document.querySelector(`div[data-widget-id="${data.widgetId}"]`)) {
  const files = new URL('/w/', script.src);
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  const button = document.createElement('button');
  sheet.replaceSync(LAUNCHER_STYLE);
  // Constructed sheets and the object model are what a strict content security policy leaves to us.
  root.adoptedStyleSheets = [sheet];
  root.append(button);

  const paint = (look: Look) => {
    // For style sheets to select by and to use. Nothing at all is what the style sheet's own value is for.
    for (const name of ['widgetId', 'position', 'buttonStyle', 'primaryColor', 'secondaryColor']) {
      // biome-ignore lint/suspicious/noAssignInExpressions: as two statements it does not fit into the kilobyte.
      host.style.setProperty(`--${name}`, (host.dataset[name] = look[name] ?? ''));
    }
    // Where in the page the chat stands is the page's to say.
    host.dataset.mode = data.mode ?? look.mode ?? '';
    // The visitor's, unless the bot's own texts are in one only: the chat is not to mix them.
    [host.lang, button.ariaLabel] = /^de/.test(look.onlyLanguage ?? navigator.language)
      ? ['de', 'Chat öffnen']
      : ['en', 'Open chat'];
  };
  paint(data);

  const config: Promise<Launch[3]> =
    script.parley?.config ??
    fetch(`${files}${data.widgetId}.json`)
      // Published no more, it is gone for good; where only the line is bad the script's own attributes serve.
      .then((response) => (response.ok ? response.json() : host.remove()))
      .catch(() => {});

  interface App {
    mount(...launch: Launch): Chat;
  }
  const calls: Call[] = [];
  let chat: Chat | undefined;
  // Imported once, however often it is asked for; after a lost connection the next click asks again.
  const mount = () =>
    config
      // Painted by then, so that its language is known.
      .then((bot) =>
        import(/* @vite-ignore */ `${files}${host.lang}${CHAT_FILE}`).then(
          (app: App) => (chat ??= app.mount(host, button, script, bot, calls)),
        ),
      )
      .catch(() => {});
  button.onpointerenter = mount;
  button.onclick = () =>
    mount().then((toggle) => {
      if (toggle) return toggle();
      // A bubble of the browser's own, which screen readers read out; in both languages.
      button.setCustomValidity('Chat offline');
      button.reportValidity();
    });
  config
    .then((bot) => {
      if (bot) {
        paint(bot as unknown as Look);
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

  // In the head there is no body yet; the root, then the last of the document, takes it, and a fixed element stands
  // the same.
  (document.body ?? document.lastChild).append(host);

  const receive = (call: Call) => {
    // Taken down at once, so that a page may put it up again before the chat has heard of it.
    if (
      /^d/.test(call[0] as string) &&
      ((call[1] as Told | undefined)?.widget ?? data.widgetId) === data.widgetId
    )
      host.remove();
    // Once the chat is there, this runs the call.
    calls.push(call);
    // Open, toggle, destroy, set and reset: what only listens, prepares or closes can wait for the visitor.
    if (/[gpr]|et/.test(call[0] as string)) mount();
  };
  // Every widget of the page hears every call. What was called before the script stays there for those that come later,
  // and behind it stand the widgets themselves.
  const q = window.Parley?.q ?? [];
  window.Parley = (...call) => q.map((each) => (each as Receiver).call?.(0, call));
  window.Parley.q = q;
  q.map((each) => (each as Call)[0] && receive(each as Call));
  q.push(receive);
}
