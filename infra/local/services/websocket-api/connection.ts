import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ConnectionFacts } from './event';
import { FrameSizes } from './frames';

/** Largest message and largest frame that API Gateway takes, either way. */
export const MAX_MESSAGE = 128 * 1024;
const MAX_FRAME = 32 * 1024;

const GOING_AWAY = 1001;
const UNSUPPORTED_DATA = 1003;
const TOO_BIG = 1009;

export interface ConnectionLimits {
  /** Milliseconds without a frame either way. */
  readonly idle: number;
  /** Milliseconds in all. */
  readonly lifetime: number;
}

export interface ConnectionEvents {
  message(text: string): void;
  closed(code: number, reason: string): void;
}

/** One client's open WebSocket, held to API Gateway's limits. */
export class Connection {
  readonly #closed: Promise<void>;
  #lastActiveAt: number;
  readonly #idle: NodeJS.Timeout;
  readonly #lifetime: NodeJS.Timeout;

  constructor(
    readonly facts: ConnectionFacts,
    private readonly socket: WebSocket,
    limits: ConnectionLimits,
    private readonly now: () => number,
    events: ConnectionEvents,
  ) {
    this.#lastActiveAt = facts.connectedAt;
    this.#idle = setTimeout(() => this.close(GOING_AWAY, 'Going away'), limits.idle);
    this.#lifetime = setTimeout(() => this.close(GOING_AWAY, 'Going away'), limits.lifetime);
    socket.on('message', (data: Buffer, binary: boolean) => {
      this.#active();
      if (!this.isOpen) return;
      if (binary) this.close(UNSUPPORTED_DATA, 'Binary frames are not supported');
      else events.message(data.toString('utf8'));
    });
    socket.on('ping', () => this.#active());
    socket.on('pong', () => this.#active());
    // What breaks the protocol closes the connection; `close` tells.
    socket.on('error', () => {});
    this.#closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        clearTimeout(this.#idle);
        clearTimeout(this.#lifetime);
        events.closed(code, reason.toString());
        resolve();
      });
    });
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  get lastActiveAt(): number {
    return this.#lastActiveAt;
  }

  /** Resolves to whether the bytes left for the client. */
  send(text: string): Promise<boolean> {
    if (!this.isOpen) return Promise.resolve(false);
    this.#active();
    return new Promise((resolve) => this.socket.send(text, (error) => resolve(!error)));
  }

  close(code: number, reason: string): void {
    if (this.isOpen) this.socket.close(code, reason);
  }

  /** Closes it, without waiting long for a client that does not answer; resolves when that has been told. */
  async end(): Promise<void> {
    this.close(GOING_AWAY, 'Going away');
    const impatience = setTimeout(() => this.socket.terminate(), 500);
    await this.#closed;
    clearTimeout(impatience);
  }

  /** The client sent a frame larger than is taken; nothing of it is handed on. */
  refuseFrame(): void {
    this.close(TOO_BIG, 'Frame too large');
  }

  #active(): void {
    this.#lastActiveAt = this.now();
    this.#idle.refresh();
  }
}

/** Calls back once when a frame over the limit begins; attached before the WebSocket reads the stream itself. */
export function watchFrames(stream: Duplex, exceeded: () => void): void {
  const sizes = new FrameSizes(MAX_FRAME);
  const watch = (bytes: Buffer) => {
    if (!sizes.exceededBy(bytes)) return;
    stream.off('data', watch);
    exceeded();
  };
  stream.on('data', watch);
}
