import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  BodyTooLarge,
  ClientGone,
  type HttpRequest,
  type HttpResponse,
  type Incoming,
  type Outgoing,
  readRequest,
  requestHead,
  textResponse,
  writeResponse,
} from '../http';
import type { Edge } from '../services/cloudfront/service';
import { type HttpApis, MAX_BODY } from '../services/http-api/service';
import type { Inbox } from '../services/ses/mail';
import type { StripeService } from '../services/stripe/service';
import type { WebSocketApis } from '../services/websocket-api/service';
import { CLOCK_PATH, clockPage, type TestClock } from './clock';
import { customerSite } from './customer';
import { inboxSite } from './inbox';
import { missingText } from './missing-text';
import { paymentsSite } from './payments';

export interface HostOptions {
  readonly edge: Edge;
  readonly httpApis: HttpApis;
  readonly webSocketApis: WebSocketApis;
  readonly inbox: Inbox;
  readonly clock: TestClock;
  readonly stripe: StripeService;
  /** Where the example customer keeps what confirms that their website is theirs. */
  readonly confirmationFile: string;
  /** Every AWS API: what is sent to 127.0.0.1, and management of connections sent to an API's own host. */
  aws(incoming: Incoming, outgoing: Outgoing): void | Promise<void>;
  log(message: string): void;
}

/** Tells by the Host header who answers. Never throws: what fails is logged and answered with 500. */
export interface Hosts {
  request(incoming: Incoming, outgoing: Outgoing): void;
  upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export function createHosts(options: HostOptions): Hosts {
  const sites: Readonly<Record<string, (request: HttpRequest) => Promise<HttpResponse>>> = {
    'mail.localhost': inboxSite(options.inbox),
    'stripe.localhost': paymentsSite(options.stripe),
    'customer.localhost': customerSite(options.confirmationFile),
  };

  const answer = (place: Place, request: HttpRequest): Promise<HttpResponse> => {
    const site = sites[place.host];
    if (site) return site(request);
    const missing = missingText(request);
    if (missing) {
      options.log(missing);
      return Promise.resolve(NOTED);
    }
    if (place.apiId === undefined) return options.edge.handle(request);
    return options.httpApis.handle(place.apiId, request);
  };

  const serve = async (incoming: Incoming, outgoing: Outgoing): Promise<void> => {
    const place = placeOf(incoming);
    // HTTP/2 is spoken by AWS clients alone; everything else here is HTTP/1.1.
    if (place.aws && incoming.url === CLOCK_PATH && outgoing instanceof ServerResponse)
      return writeResponse(outgoing, await clockPage(options.clock, await readRequest(incoming, MAX_BODY)));
    // Functions reach Stripe's stand-in by address: not every machine resolves names below localhost.
    if (place.aws && isForStripe(incoming) && outgoing instanceof ServerResponse)
      return writeResponse(outgoing, options.stripe.handle(await readRequest(incoming, MAX_BODY)));
    if (place.aws || !(outgoing instanceof ServerResponse)) return options.aws(incoming, outgoing);
    try {
      await writeResponse(outgoing, await answer(place, await readRequest(incoming, MAX_BODY)));
    } catch (error) {
      if (error instanceof BodyTooLarge) return writeResponse(outgoing, TOO_LARGE);
      throw error;
    }
  };

  return {
    request(incoming, outgoing) {
      serve(incoming, outgoing).catch((error: unknown) => {
        if (error instanceof ClientGone) return void outgoing.destroy();
        options.log(`${incoming.method} ${incoming.url}: ${describe(error)}`);
        if (outgoing.headersSent) outgoing.destroy();
        else if (outgoing instanceof ServerResponse) void writeResponse(outgoing, FAILED);
        else outgoing.writeHead(500).end();
      });
    },
    upgrade(message, socket, head) {
      const place = placeOf(message);
      const upgrade = { request: requestHead(message), message, socket, head };
      const opening =
        place.apiId === undefined
          ? options.edge.upgrade(upgrade)
          : options.webSocketApis.upgrade(place.apiId, upgrade);
      opening.catch((error: unknown) => {
        options.log(`upgrade ${message.url}: ${describe(error)}`);
        socket.destroy();
      });
    },
  };
}

/** Whether it is a call of an AWS API, as functions make them; all else comes from people and their browsers. */
export function isForAws(incoming: Incoming): boolean {
  return placeOf(incoming).aws;
}

function isForStripe({ url, headers }: Incoming): boolean {
  return (url ?? '').startsWith('/v1/') && String(headers.authorization ?? '').startsWith('Bearer sk_');
}

interface Place {
  /** Host without its port. */
  readonly host: string;
  /** Of an API's own host. */
  readonly apiId: string | undefined;
  readonly aws: boolean;
}

function placeOf(incoming: Incoming): Place {
  const authority = incoming.headers[':authority'] ?? incoming.headers.host ?? '';
  const host = String(authority).toLowerCase().replace(/:\d+$/, '');
  const [, apiId] = /^([a-z0-9]+)\.execute-api\.localhost$/.exec(host) ?? [];
  const managesConnections =
    apiId !== undefined && /^\/[^/]+\/(@|%40)connections\//i.test(incoming.url ?? '');
  return { host, apiId, aws: host === '127.0.0.1' || host === '[::1]' || managesConnections };
}

const JSON_TYPE = [['content-type', 'application/json']] as const;
const TOO_LARGE = textResponse(413, '{"message":"Request Entity Too Large"}', JSON_TYPE);
const NOTED = textResponse(204, '');
const FAILED = textResponse(500, '{"message":"Internal Server Error"}', JSON_TYPE);

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
