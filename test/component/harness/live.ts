import { act } from '@testing-library/react';
import type { ServerEvent } from '#contract/socket';

/** Sockets that the page has open; they stand in the place of `WebSocket`. */
const open = new Set<FakeSocket>();

export class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((message: { readonly data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    setTimeout(() => {
      open.add(this);
      this.onopen?.();
    });
  }

  send(): void {}

  close(): void {
    if (open.delete(this)) this.onclose?.();
  }
}

/** The live connection of the page. */
export const live = {
  isOpen: (): boolean => open.size > 0,

  /** Says something as the server does. */
  async send(event: ServerEvent): Promise<void> {
    if (open.size === 0) throw new Error('The page has no live connection yet');
    await act(async () => {
      for (const socket of open) socket.onmessage?.({ data: JSON.stringify(event) });
    });
  },

  /** Cuts the connection. */
  async drop(): Promise<void> {
    await act(async () => {
      for (const socket of [...open]) socket.close();
    });
  },
};
