/** Milliseconds between two pieces: short while the visitor begins to read, then fewer calls. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 250;
const GROWTH = 1.25;

export interface DeltaStream {
  push(text: string): void;
  /** Stops sending; what is under way has arrived when this resolves. The rest comes with the whole answer. */
  close(): Promise<void>;
}

/**
 * Sends a growing text in pieces: the first at once, then what has come together in the pause since. Pieces
 * never overtake each other. `send` gets where in the text its piece belongs, and must not reject.
 */
export function createDeltaStream(send: (offset: number, text: string) => Promise<void>): DeltaStream {
  let text = '';
  let sent = 0;
  let pause = FIRST_PAUSE;
  let closed = false;
  let sending: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    if (closed || sending || sent === text.length) return;
    const offset = sent;
    sent = text.length;
    sending = send(offset, text.slice(offset)).finally(() => {
      sending = undefined;
      if (closed) return;
      timer = setTimeout(flush, pause);
      pause = Math.min(LONGEST_PAUSE, pause * GROWTH);
    });
  }

  return {
    push(more) {
      text += more;
      if (timer === undefined) flush();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await sending;
    },
  };
}
