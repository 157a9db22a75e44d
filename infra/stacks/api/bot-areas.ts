import { Duration } from 'aws-cdk-lib';
import {
  deleteObjects,
  detectMissingObjects,
  readObjects,
  readSecrets,
  sendMessages,
  writeObjects,
} from '#infra/constructs/statements';
import { ANSWER_MEMORY, type ApiParts, type Described } from './parts';

/** What the areas are given that serve bots and what they know. */
export function botAreas(parts: ApiParts) {
  const { stage, signingSecret, widget, uploads, ingestQueue, deadlinesQueue, sitesQueue } = parts.props;
  return {
    bots: {
      description: 'Bots and what is published of them',
      environment: { ...parts.models, WIDGET_BUCKET: widget.bucketName },
      statements: [
        ...parts.tableAccess,
        // The trials of its editors are conversations like visitors'.
        readSecrets(signingSecret),
        writeObjects(widget.bucketArn, 'w/'),
        // The address of a widget that is taken off the air.
        deleteObjects(widget.bucketArn, 'w/'),
        // The picture of a bot that is duplicated.
        readObjects(widget.bucketArn, 'w/'),
        detectMissingObjects(widget.bucketArn),
      ],
    },
    templates: {
      description: 'Templates and the bots that are made from them',
      environment: { ...parts.models, WIDGET_BUCKET: widget.bucketName },
      // A bot that is deployed at once is published.
      statements: [...parts.tableAccess, writeObjects(widget.bucketArn, 'w/')],
    },
    documents: {
      description: 'Documents of a bot',
      environment: {
        UPLOADS_BUCKET: uploads.bucketName,
        INGEST_QUEUE_URL: ingestQueue.queueUrl,
        UPLOAD_DEADLINES_QUEUE_URL: deadlinesQueue.queueUrl,
      },
      statements: [
        ...parts.tableAccess,
        // A presigned form or link may do what its signer may.
        writeObjects(uploads.bucketArn, 'uploads/'),
        readObjects(uploads.bucketArn, 'uploads/'),
        detectMissingObjects(uploads.bucketArn),
        sendMessages(ingestQueue),
        sendMessages(deadlinesQueue),
      ],
    },
    sites: {
      description: 'Websites that bots read',
      // It waits for strangers' hosts, twice.
      timeout: Duration.seconds(29),
      environment: {
        SITES_QUEUE_URL: sitesQueue.queueUrl,
        ALLOWED_PRIVATE_HOSTS: stage.allowedPrivateHosts.join(','),
      },
      statements: [...parts.tableAccess, sendMessages(sitesQueue)],
    },
    retrieval: {
      description: 'What a question finds in the documents of a bot, and its answer',
      // It waits for the model.
      timeout: Duration.seconds(29),
      // Segments that were read stay in memory.
      memory: ANSWER_MEMORY,
      environment: parts.writing.environment,
      statements: [...parts.tableAccess, ...parts.writing.statements],
    },
    questions: {
      description: 'Pairs of question and answer, unanswered questions, test questions',
      // A pair is read and indexed within its call, and a run asks all test questions.
      timeout: Duration.seconds(29),
      memory: ANSWER_MEMORY,
      environment: {
        ...parts.writing.environment,
        UPLOADS_BUCKET: uploads.bucketName,
        INGEST_QUEUE_URL: ingestQueue.queueUrl,
        UPLOAD_DEADLINES_QUEUE_URL: deadlinesQueue.queueUrl,
      },
      statements: [
        ...parts.tableAccess,
        ...parts.writing.statements,
        writeObjects(uploads.bucketArn, 'uploads/'),
        readObjects(uploads.bucketArn, 'uploads/'),
        detectMissingObjects(uploads.bucketArn),
        writeObjects(parts.props.index.bucketArn, 'index/'),
        // The segment of a pair that was deleted while it was read.
        deleteObjects(parts.props.index.bucketArn, 'index/'),
        sendMessages(ingestQueue),
        sendMessages(deadlinesQueue),
      ],
    },
    integrations: {
      description: 'Webhooks, secrets of identities, checks of snippets',
      // It waits for strangers' hosts.
      timeout: Duration.seconds(20),
      environment: { ALLOWED_PRIVATE_HOSTS: stage.allowedPrivateHosts.join(',') },
      statements: parts.tableAccess,
    },
  } satisfies Record<string, Described>;
}
