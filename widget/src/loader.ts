/**
 * The one script tag: paints the launcher and asks the edge for the published configuration; the chat itself
 * loads when the visitor or the page reaches for it, or when it stands open in the page. Stores nothing, sets no
 * cookie.
 */
import type {
  Command,
  CommandListener,
  CommandTarget,
  MountOptions,
  ToggleChat,
  WidgetScript,
} from './launch';

/** Of launcher.css; the build puts it in, as with what follows. */
declare const LAUNCHER_STYLE: string;
/** File name of the chat in each language. */
declare const CHAT_FILES: Readonly<Record<'en' | 'de', string>>;

interface ChatModule {
  mount(options: MountOptions): ToggleChat;
}

/** As much of a configuration, or of the script's attributes, as is painted here. */
type LauncherOptions = Readonly<Partial<Record<string, string>>>;

const LABELS = { en: 'Open chat', de: 'Chat öffnen' };
/** Set on the element for style sheets to select by, and as variables for them to use. */
const STYLED = ['widgetId', 'position', 'buttonStyle', 'primaryColor', 'secondaryColor'];
/** Commands that show something or tell the page something; the others wait until the visitor opens the chat. */
const NEED_CHAT = ['open', 'toggle', 'set', 'reset'];

// A module is not told which script it is: then the last of this name is.
const script = (document.currentScript ??
  [...document.querySelectorAll('script[src*="/widget.js"]')].pop()) as WidgetScript;
const data = script.dataset;
// Tag managers drop attributes that they don't know; the address stays.
data.widgetId ??= new URL(script.src).searchParams.get('id') ?? '';

if (!data.widgetId) console.error('Parley: no bot. Add ?id=… to the address of widget.js.');
// Pages and their tag managers add it twice: two launchers of one bot would close each other.
else if (!document.querySelector(`div[data-widget-id="${data.widgetId}"]`)) {
  const files = new URL('/w/', script.src);
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  const launcher = document.createElement('button');
  sheet.replaceSync(LAUNCHER_STYLE);
  // Constructed sheets and the object model are what a strict content security policy leaves to us.
  root.adoptedStyleSheets = [sheet];
  root.append(launcher);

  let language: 'en' | 'de';
  const paint = (options: LauncherOptions) => {
    for (const name of STYLED) {
      // Empty, the style sheet's own value holds.
      const value = options[name] ?? '';
      host.dataset[name] = value;
      host.style.setProperty(`--${name}`, value);
    }
    // Where in the page the chat stands is for the page to say.
    host.dataset.mode = data.mode ?? options.mode ?? '';
    // The visitor's, unless the bot's own texts are in one only: the chat is not to mix them.
    language = (options.onlyLanguage ?? navigator.language).startsWith('de') ? 'de' : 'en';
    host.lang = language;
    launcher.ariaLabel = LABELS[language];
  };
  paint(data);

  const config: Promise<MountOptions['bot']> =
    script.parley?.config ??
    fetch(`${files}${data.widgetId}.json`)
      // Published no more, it is gone for good; where only the connection is bad the script's own attributes serve.
      .then((response) => {
        if (response.ok) return response.json();
        console.warn(`Parley: no bot ${data.widgetId} is published for this site.`);
        host.remove();
      })
      .catch(() => {});

  // Counted without anything that this browser would keep; nothing waits for it. What a page of ours tries out is not.
  const tell = (event: Parameters<MountOptions['tell']>[0], attempt = 1) => {
    if (script.parley) return;
    fetch(new URL(`/api/widget/${data.widgetId}/beacon`, script.src), {
      method: 'POST',
      body: JSON.stringify({ event }),
      credentials: 'omit',
      keepalive: true,
    })
      // Where many come at once some are refused: they come again, spread over some seconds.
      .then(({ status }) => {
        if (status >= 500 && attempt < 4) setTimeout(tell, Math.random() * 8_000, event, attempt + 1);
      })
      .catch(() => {});
  };

  const commands: Command[] = [];
  let toggle: ToggleChat | undefined;
  // Imported once, however often it is asked for; after a lost connection the next click asks again.
  const mount = () =>
    config
      // Painted by then, so that its language is known.
      .then((bot) =>
        import(/* @vite-ignore */ files + CHAT_FILES[language]).then((chat: ChatModule) => {
          toggle ??= chat.mount({ host, launcher, script, bot, commands, tell });
          return toggle;
        }),
      )
      .catch(() => undefined);
  launcher.onpointerenter = mount;
  launcher.onclick = async () => {
    const toggleChat = await mount();
    if (toggleChat) return toggleChat();
    // A bubble of the browser's own, which screen readers read out; in both languages.
    launcher.setCustomValidity('Chat offline');
    launcher.reportValidity();
  };
  config.then((bot) => {
    if (!bot) return;
    paint(bot as unknown as LauncherOptions);
    // Nothing is kept that could tell it, but where they come from: a visit is told on its first page.
    if (!document.referrer.startsWith(`${location.origin}/`)) tell('shown');
    if (
      bot.greetingMessage ||
      bot.autoOpen ||
      bot.customCss ||
      // Standing in the page, or behind another widget, whose corner it may have to share.
      host.matches('[data-mode=embedded], [data-mode=hybrid], [data-mode] ~ *') ||
      isAwaitingPerson()
    )
      mount();
  });

  // On the root: a body may not be there yet, may be replaced while the page stays, and may be transformed, which would
  // carry a fixed element with it.
  document.documentElement.append(host);

  const receive = (command: Command) => {
    const [name, target] = command;
    // Taken down at once, so that a page may put it up again before the chat has heard of it.
    if (name === 'destroy' && ((target as CommandTarget)?.widget ?? data.widgetId) === data.widgetId)
      host.remove();
    // Once the chat is there, this runs the command.
    commands.push(command);
    if (NEED_CHAT.includes(name as string)) mount();
  };
  // Every widget of the page hears every command. What was called before the script stays there for those that come
  // later, and behind it stand the widgets themselves.
  const queue = window.Parley?.q ?? [];
  window.Parley = (...command) => {
    for (const each of queue) if (typeof each === 'function') each(command);
  };
  window.Parley.q = queue;
  for (const each of [...queue]) if (typeof each !== 'function') receive(each);
  queue.push(receive satisfies CommandListener);
}

/** The visitor waits for a person, whose answer is told on every page: see conversation-store.ts. */
function isAwaitingPerson(): boolean {
  try {
    return !!JSON.parse(localStorage[`parley.widget.${data.widgetId}`]).seenThrough;
  } catch {
    // Nothing is stored, or storage is forbidden.
    return false;
  }
}
