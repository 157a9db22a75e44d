import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { reservedFor } from '#infra/config/stage';
import type { ParleyFunction } from '#infra/constructs/parley-function';
import type { SocketApi } from '#infra/constructs/socket-api';
import {
  allow,
  detectMissingObjects,
  readObjects,
  readSecrets,
  sendMessages,
  writeObjects,
} from '#infra/constructs/statements';
import { ANSWER_MEMORY, type ApiParts, type Described } from './parts';

/** What the areas are given that serve visitors, and agents who answer them. */
export function conversationAreas(
  parts: ApiParts,
  sockets: SocketApi,
  answer: ParleyFunction,
  visits: Queue,
) {
  const { stage, signingSecret, uploads } = parts.props;
  const answering = parts.answering(sockets);
  return {
    conversations: {
      description: "Visitors' conversations as agents see and answer them",
      environment: {
        SOCKET_API_ENDPOINT: sockets.endpoint,
        UPLOADS_BUCKET: uploads.bucketName,
      },
      statements: [
        ...parts.tableAccess,
        sockets.mayManageConnections,
        // A presigned link may do what its signer may.
        readObjects(uploads.bucketArn, 'attachments/'),
      ],
    },
    widget: {
      description: "Visitors' sessions, histories and sources",
      reserved: reservedFor(stage, 'widget'),
      environment: { UPLOADS_BUCKET: uploads.bucketName },
      statements: [
        ...parts.tableAccess,
        readSecrets(signingSecret),
        // Links to the originals that an answer cites.
        readObjects(uploads.bucketArn, 'uploads/'),
      ],
    },
    // Apart from their sessions: what answers is half as much code again, and nobody waits for it who opens the chat.
    messages: {
      description: "Visitors' messages where sockets are blocked, and their answers",
      timeout: Duration.seconds(29),
      memory: ANSWER_MEMORY,
      reserved: reservedFor(stage, 'messages'),
      traced: true,
      environment: {
        ...answering.environment,
        UPLOADS_BUCKET: uploads.bucketName,
        ANSWER_FUNCTION_NAME: answer.target.functionArn,
      },
      statements: [
        ...answering.statements,
        ...parts.generating,
        readSecrets(signingSecret),
        // What isn't answered within the call.
        allow(['lambda:InvokeFunction'], [answer.target.functionArn]),
        // What a file that a message brings really is.
        readObjects(uploads.bucketArn, 'attachments/'),
        detectMissingObjects(uploads.bucketArn),
      ],
    },
    visitors: {
      description: "Visitors' files, ratings, transcripts, and who they are",
      environment: {
        SOCKET_API_ENDPOINT: sockets.endpoint,
        UPLOADS_BUCKET: uploads.bucketName,
        ...parts.mailing.environment,
      },
      statements: [
        ...parts.tableAccess,
        readSecrets(signingSecret),
        sockets.mayManageConnections,
        // A presigned form or link may do what its signer may.
        writeObjects(uploads.bucketArn, 'attachments/'),
        readObjects(uploads.bucketArn, 'attachments/'),
        ...parts.mailing.statements,
      ],
    },
    beacon: {
      description: 'Counts visitors and openings of the widget',
      reserved: reservedFor(stage, 'beacon'),
      environment: { VISITS_QUEUE_URL: visits.queueUrl },
      statements: [...parts.tableAccess, sendMessages(visits)],
    },
  } satisfies Record<string, Described>;
}
