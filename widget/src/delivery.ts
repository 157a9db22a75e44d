import type { ErrorCode } from '#contract/base/errors';
import type { SentMessage } from '#contract/conversations/widget';
import { type ApiError, isFinal } from './api';
import type { ChatState, Options } from './chat-state';
import { type Entry, failEntry, requestBody, unsent } from './entry';
import type { Lifetime } from './lifetime';
import type { Transcript } from './transcript';

const ACCEPT_TIMEOUT = 10_000;
/** Between two attempts of who was too fast. */
const LIMIT_PAUSE = 10_000;

/** What delivery and catching up need of the connection. */
export interface Line {
  usesHttp(): boolean;
  connect(): Promise<void>;
  /** Whether there is a socket that takes it. */
  send(frame: object): boolean;
  close(): void;
  /** A call of the session that is open; what is answered to who has left it never comes. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** What waits goes on. */
  proceed(): void;
  reconnect(): void;
}

export type Delivery = ReturnType<typeof createDelivery>;

/**
 * Sends what the visitor has said: in order, one message at a time, under ids of our own, until the server has taken or
 * refused it. What was refused as too much at once is sent again by itself.
 */
export function createDelivery(
  chat: ChatState,
  { onChange }: Options,
  { merge }: Transcript,
  { reset }: Lifetime,
  { usesHttp, connect, send, close, call, proceed, reconnect }: Line,
) {
  /** The one message that is on its way; the next follows when it is accepted. */
  let inFlight: Entry | null = null;
  let acceptTimer: ReturnType<typeof setTimeout> | undefined;
  let limitTimer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    const next = unsent(chat);
    if (inFlight || limitTimer || !next) return;
    if (usesHttp()) void sendOverHttp(next);
    else if (send({ type: 'message.send', ...requestBody(next) })) {
      inFlight = next;
      acceptTimer = setTimeout(close, ACCEPT_TIMEOUT);
    } else void connect();
  }

  async function sendOverHttp(entry: Entry): Promise<void> {
    if (!chat.token) return void connect();
    inFlight = entry;
    try {
      const { message, answer } = await call<SentMessage>('POST', 'messages', requestBody(entry));
      merge(answer ? [message, answer] : [message]);
      inFlight = null;
      proceed();
    } catch (error) {
      inFlight = null;
      const { code } = error as ApiError;
      if (!refuse(code, () => fail(entry, code))) reconnect();
    }
  }

  /** Nothing is on its way any more. */
  function settle(): void {
    inFlight = null;
    clearTimeout(acceptTimer);
  }

  /** With a socket that closed by this code. */
  function lose(code: number): void {
    // The gateway refused the size: the same message again would end the next socket too.
    if (code === 1009 && inFlight) fail(inFlight, 'message.too_long');
    settle();
  }

  /** Whether that settles what was asked, for good or for a while; else a new attempt is to be made. */
  function refuse(code: ErrorCode | null, giveUp: () => void): boolean {
    if (code === 'request.rate_limited') pause();
    // Erased in another tab, or since its time was over.
    else if (code === 'conversation.ended' || code === 'conversation.not_found') reset();
    else if (isFinal(code)) {
      chat.problem = code;
      giveUp();
    } else return false;
    return true;
  }

  /** Too fast: what waits goes on after a while, by itself. */
  function pause(): void {
    chat.problem = 'request.rate_limited';
    clearTimeout(limitTimer);
    limitTimer = setTimeout(
      () => {
        limitTimer = undefined;
        chat.problem = null;
        onChange();
        if (chat.grant) flush();
        else void connect();
      },
      LIMIT_PAUSE * (0.5 + Math.random()),
    );
    onChange();
  }

  function fail(entry: Entry | undefined, code: ErrorCode | null): void {
    if (!entry) return;
    failEntry(entry, code);
    onChange();
    flush();
  }

  return { flush, settle, lose, refuse, fail };
}
