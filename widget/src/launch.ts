/** What the host page, the loader and the chat give to one another. */
import type { PublicBot } from '#contract/bots/public-bot';
import type { SessionGrant } from '#contract/conversations/widget';

/** A command of the host page: its name, its arguments, and a `CommandTarget` last where one of several widgets is meant. */
export type Command = readonly unknown[];

/** Names the one widget that a command is meant for. */
export interface CommandTarget {
  readonly widget?: unknown;
}

/**
 * What a page of ours gives to the script element, as its property `parley`, to show a bot that is not published: of a
 * preview or a test, whose conversation this browser does not keep.
 */
export interface PreviewOptions {
  /** In place of what the edge serves. */
  readonly config?: Promise<PublicBot>;
  /** In place of the visitors' sessions. */
  openSession?(body: unknown): Promise<SessionGrant>;
}

export type WidgetScript = HTMLScriptElement & { readonly parley?: PreviewOptions };

/** What the loader hands to the chat. */
export interface MountOptions {
  /** The widget's element; everything is in its shadow root. */
  readonly host: HTMLElement;
  readonly launcher: HTMLButtonElement;
  /**
   * Its data attributes serve until the published configuration is here, and say where in the page the chat is; the
   * API is where the script came from.
   */
  readonly script: WidgetScript;
  /** Undefined when the edge did not answer, or has no such bot for this page: then the element is gone. */
  readonly bot: PublicBot | undefined;
  /** Commands from before the chat was there. The chat replaces `push`, so that it gets all that follow. */
  readonly commands: Command[];
  /** Counts what a visitor sees or does before they have said anything. */
  tell(event: 'shown' | 'opened'): void;
}

/** Opens the chat, or closes it. */
export type ToggleChat = () => void;

/** A widget that hears the page's commands. */
export type CommandListener = (command: Command) => void;

/** The host page's command. Before the script is there a page may put a function in its place that fills `q`. */
export interface Parley {
  (...command: Command): void;
  /** Commands from before the script, which are for every widget of the page; behind them the widgets that are there. */
  q?: (Command | CommandListener)[];
}

declare global {
  interface Window {
    Parley?: Parley;
  }
}
