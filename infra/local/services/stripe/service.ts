import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { type HttpRequest, type HttpResponse, header, textResponse } from '../../http';
import { openRecords } from '../../runtime/records';
import { callApi } from './api';
import { Checkout } from './checkout';
import { StripeFault } from './errors';
import { newId, Objects } from './objects';
import { Subscriptions } from './subscriptions';
import { type WebhookEndpoint, Webhooks } from './webhooks';

export interface StripeOptions {
  /** Folder of its state; exists. */
  readonly directory: string;
  readonly clock: { now(): number };
  /** Where its hosted pages are, e.g. http://stripe.localhost:4000. */
  readonly origin: string;
  /** Where events go; without it they are only kept. */
  readonly endpoint?: WebhookEndpoint;
  readonly log?: (line: string) => void;
}

export interface StripeService {
  readonly objects: Pick<Objects, 'get' | 'all'>;
  readonly subscriptions: Pick<Subscriptions, 'changeCard' | 'isPayable' | 'payWith' | 'setEnding'>;
  readonly checkout: Pick<Checkout, 'get' | 'pay'>;
  handle(request: HttpRequest): HttpResponse;
  /** Renews, retries and ends what fell due, after the clock was moved. */
  advance(): void;
  /** Resolves when no event is being posted. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Stripe's newest that the client knows, to which an endpoint that is made today is set. Its code is not loaded for that. */
const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

interface Remembered {
  readonly request: string;
  readonly status: number;
  readonly body: object;
}

/** Stands in for Stripe's API: what is kept, billed over time, and told by signed webhooks. */
export function createStripe({
  directory,
  clock,
  origin,
  endpoint,
  log = () => {},
}: StripeOptions): StripeService {
  const records = openRecords(join(directory, 'stripe.jsonl'));
  const now = () => Math.floor(clock.now() / 1000);
  const objects = new Objects(records);
  const webhooks = new Webhooks(records, endpoint, API_VERSION, now, log);
  const subscriptions = new Subscriptions(
    objects,
    now,
    (type, object, at, previous) => webhooks.emit(type, object, at, previous),
    origin,
  );
  const checkout = new Checkout(objects, subscriptions, {
    now,
    emit: (type, object, at) => webhooks.emit(type, object, at),
    origin,
  });
  const parts = { objects, subscriptions, checkout, webhooks, now, origin };
  webhooks.start();

  const answer = (request: HttpRequest): { readonly status: number; readonly body: object } => {
    try {
      const encoded = request.method === 'POST' ? request.body.toString('utf8') : request.query;
      return { status: 200, body: callApi(parts, request.method, request.path, encoded) };
    } catch (error) {
      if (error instanceof StripeFault) return { status: error.status, body: error.body() };
      throw error;
    }
  };

  return {
    objects,
    subscriptions,
    checkout,
    handle(request) {
      if (!/^Bearer sk_test_/.test(header(request.headers, 'authorization') ?? '')) {
        const fault = new StripeFault(401, 'invalid_request_error', 'Invalid API Key provided.');
        return json(fault.status, fault.body());
      }
      const key = request.method === 'POST' ? header(request.headers, 'idempotency-key') : undefined;
      if (key === undefined) {
        const { status, body } = answer(request);
        return json(status, body);
      }
      const digest = createHash('sha256').update(`${request.path}\n`).update(request.body).digest('hex');
      const remembered = records.get<Remembered>('idempotency', key);
      if (remembered && remembered.request !== digest) {
        const fault = new StripeFault(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        );
        return json(fault.status, fault.body());
      }
      if (remembered) return json(remembered.status, remembered.body, [['idempotent-replayed', 'true']]);
      const { status, body } = answer(request);
      records.commit({ collection: 'idempotency', key, value: { request: digest, status, body } });
      return json(status, body);
    },
    advance: () => subscriptions.advance(),
    settled: () => webhooks.settled(),
    async stop() {
      await webhooks.stop();
      records.close();
    },
  };
}

function json(status: number, body: object, headers: HttpResponse['headers'] = []): HttpResponse {
  return textResponse(status, JSON.stringify(body), [
    ['content-type', 'application/json'],
    ['request-id', newId('req')],
    ...headers,
  ]);
}
