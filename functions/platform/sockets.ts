import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { ServerEvent } from '#contract/socket';
import { environment } from './environment';

/** `gone`: the other side has closed; nothing sent to this connection can arrive any more. */
export type Delivery = 'sent' | 'gone';

/** Speaks to the open sockets of the WebSocket API. */
export interface Sockets {
  send(connectionId: string, event: ServerEvent): Promise<Delivery>;
  close(connectionId: string): Promise<void>;
}

/** Where browsers open sockets: on the app host, beside the pages, so that one edge carries all. */
export function socketAddress(appOrigin: string): string {
  return `${appOrigin.replace(/^http/, 'ws')}/socket`;
}

const clients = new Map<string, ApiGatewayManagementApiClient>();

/** The sockets behind a management endpoint; by default this stage's. */
export function socketsAt(endpoint: string = environment('SOCKET_API_ENDPOINT')): Sockets {
  const client = clients.get(endpoint) ?? new ApiGatewayManagementApiClient({ endpoint });
  clients.set(endpoint, client);
  return {
    async send(connectionId, event) {
      const command = new PostToConnectionCommand({
        ConnectionId: connectionId,
        Data: Buffer.from(JSON.stringify(event)),
      });
      return (await unlessGone(client.send(command))) ? 'sent' : 'gone';
    },
    async close(connectionId) {
      await unlessGone(client.send(new DeleteConnectionCommand({ ConnectionId: connectionId })));
    },
  };
}

async function unlessGone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof GoneException) return false;
    throw error;
  }
}
