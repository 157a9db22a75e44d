import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Incoming, Outgoing } from '../http';
import type { Edge } from '../services/cloudfront';
import type { HttpApis } from '../services/http-api';
import type { Inbox } from '../services/ses/mail';
import type { WebSocketApis } from '../services/websocket-api';

export interface HostOptions {
  readonly edge: Edge;
  readonly httpApis: HttpApis;
  readonly webSocketApis: WebSocketApis;
  readonly inbox: Inbox;
  /** Every AWS API: what is sent to 127.0.0.1, and management of connections sent to an API's own host. */
  aws(incoming: Incoming, outgoing: Outgoing): void | Promise<void>;
  log(message: string): void;
}

/** Tells by the Host header who answers. Never throws: what fails is logged and answered with 500. */
export interface Hosts {
  request(incoming: Incoming, outgoing: Outgoing): void;
  upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export declare function createHosts(options: HostOptions): Hosts;
