import type { ServerEvent } from '#contract/socket';

/** What a visitor's chat sends over its socket. */
export interface SentFrame {
  readonly type: string;
  readonly id?: string;
  readonly text?: string;
  readonly reply?: unknown;
  readonly attachment?: string;
}

/** Stands in the place of `WebSocket` in the page that carries the widget. */
export class VisitorSocket {
  static readonly OPEN = 1;
  /** Those that were made in a test, the oldest first. */
  static all: VisitorSocket[] = [];
  /** Where a network blocks sockets none opens. */
  static opens = true;

  readonly sent: SentFrame[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((message: { readonly data: string }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;

  constructor() {
    VisitorSocket.all.push(this);
    setTimeout(() => {
      if (!VisitorSocket.opens) return this.drop(1006);
      this.readyState = VisitorSocket.OPEN;
      this.onopen?.();
    });
  }

  send(frame: string): void {
    this.sent.push(JSON.parse(frame));
  }

  close(): void {
    this.drop(1000);
  }

  drop(code = 1001): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code });
  }

  say(event: ServerEvent): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
}
