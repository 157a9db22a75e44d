import type { PublicBot } from '#contract/bots/public-bot';
import type { Api } from '../api';
import type { Composer } from '../composer';
import type { Conversation } from '../conversation';
import type { Entry } from '../entry';
import type { Command, WidgetScript } from '../launch';
import type { MessageList } from '../message-list';

/** What only some pages or conversations need: a file of its own in this folder, loaded when it is first needed. */
export interface Part {
  /** After every change of the conversation or of the configuration. */
  render?(): void;
  /** Adds to a message what this part shows with it. */
  decorate?(entry: Entry, item: HTMLElement): void;
}

export interface Commands extends Part {
  /** Runs those that wait. */
  run(): void;
}

export interface Menu extends Part {
  toggle(): void;
  /** Asks for a person: at once, or outside business hours with a form for an address. */
  askForPerson(): void;
  /** Opens the form by which a visitor writes to the team while the bot is paused. */
  leaveMessage(): void;
}

export interface History extends Part {
  /** Lists the visitor's earlier chats. */
  show(): void;
}

export interface Uploads extends Part {
  choose(): void;
  /** Takes away what was refused for good; what can be tried again stays. */
  clear(): void;
}

/** A part's file exports this as `create`. */
export type CreatePart<PART extends Part> = (context: PartContext) => PART;

/** Each by the name of its file. What they add to a message stands in this order. */
export interface Parts {
  readonly commands: Commands;
  readonly placement: Part;
  readonly covering: Part;
  readonly greeting: Part;
  readonly older: Part;
  readonly away: Part;
  readonly waiting: Part;
  readonly sources: Part;
  readonly uploads: Uploads;
  readonly thumbs: Part;
  readonly history: History;
  readonly menu: Menu;
  readonly 'next-steps': Part;
  readonly prompts: Part;
  readonly ending: Part;
  readonly unread: Part;
}

export type PartName = keyof Parts;

/** What parts work on. */
export interface PartContext {
  readonly host: HTMLElement;
  readonly launcher: HTMLButtonElement;
  readonly panel: HTMLElement;
  readonly header: HTMLElement;
  readonly menuButton: HTMLButtonElement;
  readonly script: WidgetScript;
  readonly widgetId: string;
  readonly api: Api;
  readonly conversation: Conversation;
  readonly messageList: MessageList;
  readonly composer: Composer;
  /** Matches where the open chat covers the whole window. */
  readonly coversWindow: MediaQueryList;
  /** The page's commands that wait for the part that runs them. */
  readonly queue: Command[];
  /** Aborts when the widget is taken down. */
  readonly signal: AbortSignal;
  bot(): Partial<PublicBot>;
  /** Whether the configuration is here, and `ready` has been told. */
  isReady(): boolean;
  isOpen(): boolean;
  setOpen(open: boolean, options?: { readonly focus?: boolean }): void;
  /** What the page sets goes before what is published. */
  overrideConfig(fields: Partial<PublicBot>): void;
  emit(event: string, detail?: object): void;
  remove(): void;
  /** The first and the last control of the panel that take the focus. */
  focusEnds(): readonly [HTMLElement, HTMLElement];
  /** Runs with a part, which is loaded for it where it is not there yet; not at all where it does not come. */
  withPart<NAME extends PartName>(name: NAME, use: (part: Parts[NAME]) => void): Promise<void>;
}
