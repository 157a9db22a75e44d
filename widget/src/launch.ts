import type { PublicBot } from '../../functions/contract/bots';

/** What the loader hands to the chat. */
export interface Launch {
  readonly root: ShadowRoot;
  readonly host: HTMLElement;
  readonly button: HTMLButtonElement;
  /** Where the script came from: the API and the configuration live there too. */
  readonly origin: string;
  readonly widgetId: string;
  /** The script tag's data attributes: they serve until the published configuration is here. */
  readonly data: DOMStringMap;
  /** Null when no bot is published under this id, or the edge did not answer. */
  readonly config: Promise<PublicBot | null>;
}
