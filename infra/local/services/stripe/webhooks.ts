import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import type { Records } from '../../runtime/records';
import { newId } from './objects';

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly type: string;
  readonly livemode: false;
  readonly pending_webhooks: number;
  readonly request: { readonly id: null; readonly idempotency_key: null };
  readonly data: { readonly object: object; readonly previous_attributes?: object };
}

export interface WebhookEndpoint {
  readonly url: string;
  readonly secret: string;
}

const EVENTS = 'event';
const UNDELIVERED = 'undelivered';
/** Waits before each further try. What fails the last time is sent again at the next start. */
const RETRY_MS = [200, 400, 800, 1_600, 3_200] as const;
const TIMEOUT_MS = 10_000;

/** Keeps events and posts them, signed as Stripe signs, until the endpoint takes them. */
export class Webhooks {
  readonly #sending = new Set<Promise<void>>();
  readonly #stopped = new AbortController();

  constructor(
    private readonly records: Records,
    private readonly endpoint: WebhookEndpoint | undefined,
    private readonly apiVersion: string,
    /** Seconds since the epoch. */
    private readonly now: () => number,
    private readonly log: (line: string) => void,
  ) {}

  /** Sends what an earlier process did not get delivered. */
  start(): void {
    for (const { id } of this.records.values<{ id: string }>(UNDELIVERED)) this.send(id);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.settled();
  }

  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending);
  }

  events(): StripeEvent[] {
    return [...this.records.values<StripeEvent>(EVENTS)].reverse();
  }

  emit(type: string, object: object, created: number, previous?: object): void {
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: this.apiVersion,
      created,
      type,
      livemode: false,
      pending_webhooks: this.endpoint ? 1 : 0,
      request: { id: null, idempotency_key: null },
      data: { object, ...(previous && { previous_attributes: previous }) },
    };
    const { id } = event;
    this.records.commit({ collection: EVENTS, key: id, value: event });
    if (!this.endpoint) return;
    this.records.commit({ collection: UNDELIVERED, key: id, value: { id } });
    this.send(id);
  }

  private send(id: string): void {
    const event = this.records.get<StripeEvent>(EVENTS, id);
    if (!event || !this.endpoint) return;
    const sending = this.deliver(event, this.endpoint).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  private async deliver(event: StripeEvent, { url, secret }: WebhookEndpoint): Promise<void> {
    const body = JSON.stringify(event);
    for (let attempt = 0; !this.#stopped.signal.aborted; attempt += 1) {
      const answer = await post(
        url,
        body,
        {
          'content-type': 'application/json',
          // As Stripe's own: the firewall refuses who does not say what it is.
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signature(body, secret, this.now()),
        },
        AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
      if (!(answer instanceof Error) && answer >= 200 && answer < 300) {
        this.records.commit({ collection: UNDELIVERED, key: event.id, value: undefined });
        return;
      }
      const wait = RETRY_MS[attempt];
      if (wait === undefined) {
        this.log(`${event.type} was not taken: ${answer instanceof Error ? answer.message : answer}`);
        return;
      }
      await pause(wait, this.#stopped.signal);
    }
  }
}

/** Status of the answer. Names below localhost are this machine, whatever its resolver knows. */
function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: hostname.endsWith('localhost') ? '127.0.0.1' : hostname,
        port,
        path: pathname,
        method: 'POST',
        headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
        signal,
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The receiver refuses old signatures: `time`, in seconds, is that of the sending. */
function signature(body: string, secret: string, time: number): string {
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${digest}`;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
