import { reservedFor } from '#infra/config/stage';
import type { ParleyFunction } from '#infra/constructs/parley-function';
import type { SocketApi } from '#infra/constructs/socket-api';
import { allow, detectMissingObjects, readObjects, readSecrets } from '#infra/constructs/statements';
import type { ApiParts } from './parts';

/** The functions behind the routes of the WebSocket API. */
export function socketFunctions(
  parts: ApiParts,
  sockets: SocketApi,
  answer: ParleyFunction,
): readonly ParleyFunction[] {
  const { originSecret, stage } = parts.props;
  const connect = parts.function('Connect', 'socket-connect', 'Lets a socket in that shows a ticket', {
    reserved: reservedFor(stage, 'connect'),
    released: true,
    environment: { ...parts.tableName, ORIGIN_SECRET_ARN: originSecret.secretArn },
    statements: [...parts.tableAccess, readSecrets(originSecret)],
  });
  const disconnect = parts.function('Disconnect', 'socket-disconnect', 'Forgets a socket', {
    reserved: reservedFor(stage, 'disconnect'),
    released: true,
    environment: parts.tableName,
    statements: parts.tableAccess,
  });
  const message = parts.function('Message', 'socket-message', 'Stores and acknowledges what a socket says', {
    memory: 1024,
    reserved: reservedFor(stage, 'message'),
    released: true,
    traced: true,
    environment: {
      ...parts.tableName,
      SOCKET_API_ENDPOINT: sockets.endpoint,
      ANSWER_FUNCTION_NAME: answer.target.functionArn,
      UPLOADS_BUCKET: parts.props.uploads.bucketName,
    },
    statements: [
      ...parts.tableAccess,
      sockets.mayManageConnections,
      allow(['lambda:InvokeFunction'], [answer.target.functionArn]),
      // What a file that a message brings really is.
      readObjects(parts.props.uploads.bucketArn, 'attachments/'),
      detectMissingObjects(parts.props.uploads.bucketArn),
    ],
  });
  sockets.route('$connect', connect);
  sockets.route('$disconnect', disconnect);
  sockets.route('$default', message);
  return [connect, disconnect, message];
}
