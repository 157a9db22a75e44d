import type { PublicBot } from '../../functions/contract/public-bot';
import type { SessionGrant } from '../../functions/contract/widget';

/** A command of the host page: its name, what it takes, and `{ widget }` last where one of several is meant. */
export type Call = readonly unknown[];

/** What a page of ours gives to the script element, as its property `parley`, to show a bot that is not published. */
export interface Given {
  /** In place of what the edge serves. */
  readonly config?: Promise<PublicBot>;
  /** In place of the visitors' sessions: of a test, whose conversation this browser does not keep. */
  openSession?(body: unknown): Promise<SessionGrant>;
}

export type WidgetScript = HTMLScriptElement & { readonly parley?: Given };

/** What the loader hands to the chat: in order, since names would not fit into its kilobyte. */
export type Launch = readonly [
  host: HTMLElement,
  button: HTMLButtonElement,
  /**
   * Its data attributes serve until the published configuration is here, and say where in the page the chat is; the
   * API lives where it came from.
   */
  script: WidgetScript,
  /** None when the edge did not answer, or when it has no such bot for this page: then the element is gone. */
  bot: PublicBot | undefined,
  /** Commands that came before the chat was there; it puts its own function in the place of `push`, for all that follow. */
  calls: Call[],
];

/** Opens the chat, or closes it. */
export type Chat = () => void;

/** Of a command that is meant for one widget. */
export interface Told {
  readonly widget?: unknown;
}

/** A widget that hears the page's commands. */
export type Receiver = (call: Call) => void;

/** The host page's command. Before the script is there a page may put a function in its place that fills `q`. */
export interface Parley {
  (...call: Call): void;
  /** Commands from before the script, which are for every widget of the page; behind them the widgets that are there. */
  q?: (Call | Receiver)[];
}

declare global {
  interface Window {
    Parley?: Parley;
  }
}
