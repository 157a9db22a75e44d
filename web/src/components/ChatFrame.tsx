/**
 * The widget itself, by its script, in an empty document of this origin: its place, its media queries and its style are
 * those of a website. It gets a configuration (the editor's draft, also unsaved) and a way to open conversations
 * (preview sessions, which count nowhere), and follows every change by `Parley('set')`, without taking the focus.
 */
import { Button } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import type { PublicBot } from '#contract/bots/public-bot';
import type { OpenSession, SessionGrant } from '#contract/conversations/widget';
import { useTexts } from '#i18n/index';
import { ApiError, type ApiErrorCode, isPassing } from '#lib/api-error';
import type { Theme } from '#theme/theme';
import type { Parley, PreviewOptions } from '#widget/launch';
import styles from './ChatFrame.module.css';

export interface ChatFrameProps {
  /** What a screen reader calls the frame. */
  readonly title: string;
  /** What the widget shows, in place of what is published at the edge; it follows every change. */
  readonly bot: PublicBot;
  /** Opens the conversation in place of the visitors' own way, which is taken without it. */
  readonly openSession?: ((input: OpenSession) => Promise<SessionGrant>) | undefined;
  /** Whether the page around the chat is drawn: a website without words, in which an embedded chat has its place. */
  readonly hasPage?: boolean;
  /** Which colours the frame's page has; without it those of the device. */
  readonly theme?: Theme;
  /** Told what becomes of the chat's live connection. */
  readonly onConnection?: (connection: ChatConnection) => void;
  /**
   * As wide and high as the frame's page is, in its own pixels; without a width all there is. `scale` is how large it
   * is shown.
   */
  readonly width?: number;
  readonly height: number;
  readonly scale?: number;
  /** Whether the chat takes the focus when it opens. */
  readonly takesFocus?: boolean;
  /** Told that the chat does not come; without it the frame says so itself, with a way to try again. */
  readonly onFailed?: () => void;
}

/** `none`: before the first message, since nothing is opened that nobody asked for. */
export type ChatConnection = 'none' | 'connecting' | 'live' | 'lost';

/**
 * The widget that visitors see, loaded by the same script as on a website, in a page of its own: an empty document of
 * this origin, so that its place, its media queries and its style are those of a website.
 */
export function ChatFrame(props: ChatFrameProps) {
  const { t } = useTexts();
  const { title, bot, width, height, scale = 1 } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(props);
  latest.current = props;
  /** Whether the widget is still on its way: the place breathes meanwhile, as all that loads does. */
  const [isLoading, setLoading] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt has a frame of its own
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let remove = () => {};
    const begin = () => {
      remove();
      remove = putUp(element, latest, (isThere) => {
        setLoading(false);
        if (!isThere) setFailed(true);
      });
    };
    // The document may be there already, or still on its way.
    if (element.contentDocument?.readyState === 'complete' && element.contentDocument.body.id !== '') begin();
    element.addEventListener('load', begin);
    return () => {
      element.removeEventListener('load', begin);
      remove();
    };
  }, [attempt]);

  const shown = JSON.stringify(bot);
  const { theme } = props;
  useEffect(() => {
    const page = frame.current?.contentDocument;
    // A document still being parsed may have no root element: it is coloured when it has loaded.
    if (page?.body) colour(page, theme);
  }, [theme]);

  const mode = useRef(bot.mode);
  useEffect(() => {
    const view = frame.current?.contentWindow as FrameWindow | null | undefined;
    const next = JSON.parse(shown) as PublicBot;
    view?.Parley?.('set', still(next));
    // From its place in the page it goes back to a closed button.
    if (next.mode === 'floating' && mode.current !== 'floating') view?.Parley?.('open', { focus: false });
    mode.current = next.mode;
  }, [shown]);

  return (
    <div
      className={styles.place}
      aria-busy={isLoading}
      style={{ height: height * scale, width: width === undefined ? '100%' : width * scale }}
    >
      {hasFailed && !props.onFailed && (
        <div role="alert" className={`centred ${styles.failed}`}>
          <p>{t('common:chatFailed')}</p>
          <Button
            size="small"
            onClick={() => {
              setFailed(false);
              setLoading(true);
              setAttempt(attempt + 1);
            }}
          >
            {t('common:tryAgain')}
          </Button>
        </div>
      )}
      <iframe
        key={attempt}
        ref={frame}
        hidden={hasFailed}
        className={styles.frame}
        title={title}
        srcDoc='<!doctype html><html><body id="page"></body></html>'
        style={{ height, width: width ?? '100%', transform: `scale(${scale})` }}
      />
    </div>
  );
}

const PAGE_STYLE = `
  :root { color-scheme: light dark; }
  .line { background: light-dark(#dfe4df, #24302e); border-radius: 6px; height: 12px; margin: 0 0 14px; }
  .hero { height: 64px; margin-bottom: 24px; }
  #chat { margin: 24px 0 28px; }
  body { background: light-dark(#f5f6f3, #101615); box-sizing: border-box; margin: 0; min-height: 100vh; padding: 16px; }
`;

type FrameWindow = Window & typeof globalThis & { readonly Parley?: Parley };

/** Puts the widget up in the frame's page, and gives what takes it down again. */
function putUp(
  element: HTMLIFrameElement,
  latest: { readonly current: ChatFrameProps },
  settled: (isThere: boolean) => void,
): () => void {
  const view = element.contentWindow as FrameWindow | null;
  const page = element.contentDocument;
  if (!view || !page?.body) return () => {};
  const { bot, takesFocus, hasPage, theme, openSession, onConnection } = latest.current;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(PAGE_STYLE);
  page.adoptedStyleSheets = [sheet];
  colour(page, theme);
  if (hasPage) drawPage(page);
  if (onConnection) watchConnection(view, (connection) => latest.current.onConnection?.(connection));

  const given: PreviewOptions = {
    config: Promise.resolve(still(bot)),
    ...(openSession && {
      openSession: (body: unknown) =>
        (latest.current.openSession ?? openSession)(body as OpenSession).catch(refused),
    }),
  };
  const script = Object.assign(page.createElement('script'), { parley: given });
  // Of this host, which the page's policy allows: each serves the same script and the same calls.
  script.src = new URL('/widget.js', location.origin).href;
  if (hasPage) script.dataset.target = '#chat';
  script.dataset.widgetId = bot.widgetId;
  const fail = () => {
    clearTimeout(patience);
    settled(false);
    latest.current.onFailed?.();
  };
  // Behind its script comes the chat itself, of whose failure a page is not told: an empty frame would stay.
  const patience = setTimeout(fail, PATIENCE);
  script.onload = () => {
    view.Parley?.('on', 'ready', () => {
      clearTimeout(patience);
      settled(true);
    });
    // What was changed while the script was on its way.
    view.Parley?.('set', still(latest.current.bot));
    // One that stands in the page is open.
    if (latest.current.bot.mode === 'floating') view.Parley?.('open', { focus: takesFocus === true });
  };
  script.onerror = fail;
  page.body.append(script);
  return () => {
    clearTimeout(patience);
    view.Parley?.('destroy');
  };
}

function colour(page: Document, theme: Theme | undefined): void {
  page.documentElement.style.colorScheme = theme === 'light' || theme === 'dark' ? theme : '';
}

/** Milliseconds in which the chat comes also where the line is slow. */
const PATIENCE = 20_000;

/** What the dashboard is refused for good is to the chat one that is closed: else it would wait for the line to come back. */
function refused(error: unknown): never {
  const isKnown = error instanceof ApiError && PASSED_ON.has(error.code);
  throw isKnown || isPassing(error) ? error : new ApiError('widget.not_found', { cause: error });
}

/** What the chat has a way on for. */
const PASSED_ON: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>(['request.invalid', 'conversation.ended']);

/** It is opened here, once it is there: by itself it would open once in a tab only. */
function still(bot: PublicBot): PublicBot {
  return { ...bot, autoOpen: false };
}

/** Width of each line of the page around the chat, in per cent. */
const LINES = [38, 92, 0, 86, 95, 60, 90, 84, 93, 48, 88, 91, 70];

function drawPage(page: Document): void {
  const draw = (className: string, width: number) => {
    const line = page.createElement('div');
    line.className = className;
    line.style.width = `${width}%`;
    line.ariaHidden = 'true';
    return line;
  };
  const place = page.createElement('div');
  place.id = 'chat';
  page.body.append(
    draw('line hero', 100),
    ...LINES.map((width) => (width === 0 ? place : draw('line', width))),
  );
}

/** The widget says nothing of its connection to the page it is on; the page is ours, and so are its sockets. */
function watchConnection(view: FrameWindow, tell: (connection: ChatConnection) => void): void {
  tell('none');
  view.WebSocket = class extends view.WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      tell('connecting');
      this.addEventListener('open', () => tell('live'));
      this.addEventListener('close', () => tell('lost'));
    }
  };
}
