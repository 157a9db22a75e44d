import type { PublicBot } from '../../functions/contract/public-bot';
import type { createComposer } from './composer';
import type { Conversation } from './conversation';
import type { el, icon } from './dom';
import type { WidgetScript } from './launch';
import type { createLog } from './log';

/** What the parts that are loaded later work on. */
export interface Context {
  readonly host: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
  readonly header: HTMLElement;
  readonly menu: HTMLButtonElement;
  readonly script: WidgetScript;
  readonly widgetId: string;
  /** What the greeting's button says that sends it away. */
  readonly dismiss: string;
  readonly el: typeof el;
  readonly icon: typeof icon;
  readonly conversation: Conversation;
  readonly log: ReturnType<typeof createLog>;
  readonly composer: ReturnType<typeof createComposer>;
  /** Matches where the chat would take the whole window. */
  readonly full: MediaQueryList;
  /** Aborts when the widget is taken down. */
  readonly signal: AbortSignal;
  bot(): Partial<PublicBot>;
  isOpen(): boolean;
  setOpen(open: boolean, focus?: boolean): void;
  set(fields: Partial<PublicBot>): void;
  emit(event: string, detail?: object): void;
  remove(): void;
}
