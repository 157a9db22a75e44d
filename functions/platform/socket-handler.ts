import type { APIGatewayProxyResultV2, Context } from 'aws-lambda';
import { type Headers, lowerCased } from './edge';
import { asParleyError } from './errors';
import { beginLog, logger } from './logger';

/** An event of the WebSocket API; headers and query come with $connect only. */
export interface SocketEvent {
  readonly requestContext: { readonly connectionId: string; readonly routeKey: string };
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
}

export interface SocketCall {
  readonly connectionId: string;
  readonly headers: Headers;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The frame as text; empty of $connect and $disconnect. */
  readonly body: string;
}

/**
 * The Lambda behind a route of the WebSocket API. What is thrown becomes the status: at $connect it refuses the
 * socket, elsewhere nobody sees it but the log.
 */
export function socketHandler(handle: (call: SocketCall) => Promise<void>) {
  return async (event: SocketEvent, context: Context): Promise<APIGatewayProxyResultV2> => {
    beginLog(context);
    const { connectionId } = event.requestContext;
    try {
      await handle({
        connectionId,
        headers: lowerCased(event.headers),
        query: event.queryStringParameters ?? {},
        body: event.isBase64Encoded
          ? Buffer.from(event.body ?? '', 'base64').toString('utf8')
          : (event.body ?? ''),
      });
      return { statusCode: 200 };
    } catch (thrown) {
      const error = asParleyError(thrown);
      const details = { connectionId, route: event.requestContext.routeKey, code: error.code };
      if (error.status >= 500)
        logger.error('The socket event failed.', { ...details, error: error.cause ?? error });
      else logger.info('The socket event was refused.', details);
      return { statusCode: error.status };
    }
  };
}
