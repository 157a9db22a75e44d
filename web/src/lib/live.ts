import type { ServerEvent } from '#contract/socket';

export type LiveStatus = 'connecting' | 'open' | 'down';

export interface LiveOptions {
  /** A fresh single-use address for each attempt. */
  readonly address: () => Promise<string>;
  readonly onEvent: (event: ServerEvent) => void;
  readonly onStatus: (status: LiveStatus) => void;
}

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;
/** API Gateway closes a connection that was silent for ten minutes. */
const PING_EVERY = 4 * 60_000;

/** Keeps a socket open and reports what it says, until closed. Retries with growing, scattered delays. */
export function openLive(options: LiveOptions): () => void {
  let socket: WebSocket | undefined;
  let ping: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;
  let attempting = false;

  const connect = async () => {
    clearTimeout(retry);
    if (attempting || socket) return;
    attempting = true;
    options.onStatus('connecting');
    try {
      const address = await options.address();
      if (closed) return;
      listen(new WebSocket(address));
    } catch {
      lost();
    } finally {
      attempting = false;
    }
  };

  const listen = (opened: WebSocket) => {
    socket = opened;
    opened.onopen = () => {
      failures = 0;
      options.onStatus('open');
      ping = setInterval(() => opened.send(JSON.stringify({ type: 'ping' })), PING_EVERY);
    };
    opened.onmessage = ({ data }) => {
      const event = readEvent(data);
      if (event) options.onEvent(event);
    };
    opened.onclose = () => lost();
  };

  const lost = () => {
    clearInterval(ping);
    socket = undefined;
    if (closed) return;
    options.onStatus('down');
    retry = setTimeout(() => void connect(), retryDelay(failures++, Math.random()));
  };

  const online = () => {
    failures = 0;
    void connect();
  };
  // It may seem open for minutes yet, while nothing comes through.
  const offline = () => socket?.close();
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  void connect();

  return () => {
    closed = true;
    clearTimeout(retry);
    clearInterval(ping);
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    socket?.close();
  };
}

/** Milliseconds before the next attempt; `chance` (0 to 1) scatters clients that were cut off together. */
export function retryDelay(failures: number, chance: number): number {
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** failures) * (0.5 + chance / 2);
}

/** An event of a newer server that this page doesn't know yet is not an error: nobody listens to its type. */
function readEvent(data: unknown): ServerEvent | null {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
