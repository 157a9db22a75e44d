import type { Document } from 'domhandler';
import { DomHandler } from 'domhandler';
import { Parser } from 'htmlparser2';
import { UnreadableDocument } from './unreadable';

/** No program nests deeper; what reads a tree visits an element for each that is around it. */
const DEEPEST = { xml: 200, html: 1_000 } as const;
/** More fill the memory, whatever they say. */
const MOST_ELEMENTS = 2_000_000;

/** The tree of a text's markup. Throws `expands_too_far` at bounds that no text for readers has. */
export function parseMarkup(text: string, kind: 'xml' | 'html'): Document {
  const handler = new BoundedHandler(DEEPEST[kind]);
  new Parser(handler, { xmlMode: kind === 'xml' }).end(text);
  return handler.root;
}

class BoundedHandler extends DomHandler {
  #depth = 0;
  #elements = 0;

  constructor(readonly deepest: number) {
    super();
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#depth++;
    this.#elements++;
    if (this.#depth > this.deepest || this.#elements > MOST_ELEMENTS)
      throw new UnreadableDocument('expands_too_far', 'markup that is nested too deep, or too long');
    super.onopentag(name, attributes);
  }

  override onclosetag(): void {
    this.#depth--;
    super.onclosetag();
  }
}
