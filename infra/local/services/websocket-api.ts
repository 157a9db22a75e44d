import type { Resource } from '../assembly/model';
import type { Upgrade } from '../http';
import type { Invoker } from '../runtime/ports';
import type { LocalContext, LocalService } from '../service';

export interface WebSocketApiOptions {
  /** Resources of the assembly; those of type AWS::ApiGatewayV2::* that belong to WebSocket APIs are used. */
  readonly resources: readonly Resource[];
  readonly invoker: Invoker;
  readonly now?: () => number;
  /** AWS's own are the default: 10 minutes, 2 hours, 29 seconds. In milliseconds. */
  readonly limits?: {
    readonly idle?: number;
    readonly lifetime?: number;
    readonly integration?: number;
  };
}

/** WebSocket APIs. As a service (execute-api) they answer the management of connections, signed. */
export interface WebSocketApis extends LocalService {
  readonly ids: ReadonlySet<string>;
  /** Opens a WebSocket at `{apiId}.execute-api.{region}.amazonaws.com`, or refuses. */
  upgrade(apiId: string, upgrade: Upgrade): Promise<void>;
}

export declare function createWebSocketApis(
  context: LocalContext,
  options: WebSocketApiOptions,
): WebSocketApis;
