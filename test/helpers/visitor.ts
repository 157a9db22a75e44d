import { WebSocket } from 'ws';
import * as z from 'zod';
import type { Language } from '#contract/accounts/profile';
import type { SessionGrant } from '#contract/conversations/widget';
import { ServerEvent } from '#contract/socket';
import type { CloudAddress } from './cloud';
import { type ApiClient, apiClient } from './users';
import { waitFor } from './wait-for';

/** What API Gateway itself says where a function fails; ours say nothing in this shape. */
const ApiGatewayError = z.object({ message: z.string(), connectionId: z.string(), requestId: z.string() });

type Kind = ServerEvent['type'];
type EventOf<K extends Kind> = Extract<ServerEvent, { type: K }>;

/** Somebody on a customer's website who has opened the widget. */
export interface TestVisitor {
  readonly grant: SessionGrant;
  /** The HTTP API with the visitor's token. */
  readonly api: ApiClient;
  /** All that came over the socket, oldest first. */
  readonly events: readonly ServerEvent[];
  send(event: object | string): void;
  /** Sends a question; gives its client id. */
  say(text: string, id?: string): string;
  /** Sends a question and waits for its answer. */
  ask(text: string): Promise<EventOf<'answer.done'>>;
  /** The first event of a kind that fits, also one that came before. */
  event<K extends Kind>(type: K, fits?: (event: EventOf<K>) => boolean): Promise<EventOf<K>>;
  /** Closes the socket as a lost connection does, and gives the code it closed with. */
  close(): Promise<number>;
  readonly closed: Promise<number>;
}

export async function openVisitor(
  cloud: CloudAddress,
  widgetId: string,
  options: {
    readonly token?: string;
    readonly origin?: string;
    readonly language?: Language;
    /** The address of this machine that they come from. */
    readonly from?: string;
  } = {},
): Promise<TestVisitor> {
  const origin = options.origin ?? cloud.addresses.customer;
  const grant = await apiClient(cloud, undefined, {
    origin,
    ...(options.from && { from: options.from }),
  }).call<SessionGrant>('openSession', {
    path: { widgetId },
    body: {
      ...(options.token && { token: options.token }),
      ...(options.language && { language: options.language }),
    },
  });
  const socket = await connect(`${grant.socketUrl}?ticket=${encodeURIComponent(grant.ticket)}`, origin);
  const events: ServerEvent[] = [];
  socket.on('message', (data) => {
    const said: unknown = JSON.parse(data.toString());
    if (!ApiGatewayError.safeParse(said).success) events.push(ServerEvent.parse(said));
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));

  const visitor: TestVisitor = {
    grant,
    api: apiClient(cloud, grant.token, { origin }),
    events,
    closed,
    send: (event) => socket.send(typeof event === 'string' ? event : JSON.stringify(event)),
    say(text, id = crypto.randomUUID()) {
      visitor.send({ type: 'message.send', id, text });
      return id;
    },
    async ask(text) {
      const id = visitor.say(text);
      const { message } = await visitor.event('message.accepted', (event) => event.id === id);
      return visitor.event('answer.done', (event) => event.inReplyTo === message.id);
    },
    event: <K extends Kind>(type: K, fits: (event: EventOf<K>) => boolean = () => true) =>
      waitFor(`${type} among ${events.map((event) => event.type).join(', ') || 'no events'}`, () =>
        events.find((event): event is EventOf<K> => event.type === type && fits(event as EventOf<K>)),
      ),
    close() {
      socket.close();
      return closed;
    },
  };
  return visitor;
}

/** Opens a socket under *.localhost, which Node itself may not know; a refusal throws with its status. */
export function connect(
  address: string,
  origin: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WebSocket> {
  const { host, port, pathname, search } = new URL(address);
  const socket = new WebSocket(`ws://127.0.0.1:${port}${pathname}${search}`, {
    headers: { host, origin, 'user-agent': 'parley-test', ...headers },
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, answer) => {
      reject(new Error(`the socket was refused with ${answer.statusCode}`));
    });
    socket.once('error', reject);
  });
}
