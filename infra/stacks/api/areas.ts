import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Area } from '#contract/routes';
import { appOrigin, reservedFor, rootOrigin } from '#infra/config/stage';
import type { ParleyFunction } from '#infra/constructs/parley-function';
import type { SocketApi } from '#infra/constructs/socket-api';
import {
  allow,
  deleteObjects,
  detectMissingObjects,
  readObjects,
  readSecrets,
  sendMessages,
  writeObjects,
} from '#infra/constructs/statements';
import { ANSWER_MEMORY, type ApiParts, type Own } from './parts';

/** The functions behind the routes of the HTTP API. */
export function areaFunctions(
  parts: ApiParts,
  sockets: SocketApi,
  {
    answer,
    accountJobs,
    inboxJobs,
    visits,
    reports,
    administration,
  }: {
    readonly answer: ParleyFunction;
    readonly accountJobs: Queue;
    readonly inboxJobs: Queue;
    readonly visits: Queue;
    readonly reports: Pick<Own, 'environment' | 'statements'>;
    readonly administration: Pick<Own, 'environment' | 'statements'>;
  },
): Record<Area, ParleyFunction> {
  const { stage, userPool, client, originSecret, signingSecret, paymentsSecret, widget, uploads } =
    parts.props;
  const { ingestQueue, deadlinesQueue, sitesQueue } = parts.props;
  const answering = parts.answering(sockets);
  const commit: string = sockets.node.tryGetContext('commit') ?? '';
  const area = (name: Area, description: string, own: Own) =>
    parts.function(`Http${name.charAt(0).toUpperCase()}${name.slice(1)}`, `http-${name}`, description, {
      timeout: own.timeout ?? Duration.seconds(15),
      // A larger share of a processor costs no more where less time is spent waiting for it.
      memory: own.memory ?? 1024,
      reserved: own.reserved,
      released: true,
      traced: own.traced,
      environment: {
        ...parts.tableName,
        USER_POOL_ID: userPool.userPoolId,
        USER_POOL_CLIENT_ID: client.userPoolClientId,
        ORIGIN_SECRET_ARN: originSecret.secretArn,
        SIGNING_SECRET_ARN: signingSecret.secretArn,
        APP_ORIGIN: appOrigin(stage),
        ROOT_ORIGIN: rootOrigin(stage),
        ADMIN_EMAILS: stage.adminEmails.join(','),
        ...own.environment,
      },
      statements: [readSecrets(originSecret), ...(own.statements ?? [])],
    });
  return {
    system: area('system', 'Health and the API document', {
      environment: { COMMIT: commit },
    }),
    accounts: area('accounts', 'Profiles, accounts, tickets, sign-out', {
      environment: {
        SOCKET_API_ENDPOINT: sockets.endpoint,
        ACCOUNT_JOBS_QUEUE_URL: accountJobs.queueUrl,
        EXPORTS_BUCKET: parts.props.exports.bucketName,
        WIDGET_BUCKET: widget.bucketName,
        TEXT_RECOGNITION: stage.textRecognition,
      },
      statements: [
        ...parts.tableAccess,
        // The sockets of a session that ends are told and closed.
        sockets.mayManageConnections,
        sendMessages(accountJobs),
        // A presigned link may do what its signer may.
        readObjects(parts.props.exports.bucketArn, 'exports/'),
        // Pictures of people and logos of accounts.
        ...['w/person/', 'w/account/'].flatMap((prefix) => [
          writeObjects(widget.bucketArn, prefix),
          deleteObjects(widget.bucketArn, prefix),
        ]),
        // A session that is signed out is renewed no more.
        allow(['cognito-idp:AdminRevokeUserSession'], [userPool.userPoolArn]),
      ],
    }),
    security: area('security', 'Second factors, recovery codes, sessions', {
      environment: { SOCKET_API_ENDPOINT: sockets.endpoint, ...parts.mailing.environment },
      statements: [
        ...parts.tableAccess,
        ...parts.mailing.statements,
        // The sockets of a session that ends are told and closed.
        sockets.mayManageConnections,
        // Whether a password is right and whose it is, a second factor that was set up, the end of one that was lost,
        // and of sessions.
        allow(
          [
            'cognito-idp:AdminInitiateAuth',
            'cognito-idp:AdminRespondToAuthChallenge',
            'cognito-idp:AdminGetUser',
            'cognito-idp:AdminRevokeUserSession',
            'cognito-idp:AdminSetUserMFAPreference',
            'cognito-idp:AdminDeleteSoftwareToken',
          ],
          [userPool.userPoolArn],
        ),
      ],
    }),
    team: area('team', 'Members of accounts and invitations', {
      environment: parts.mailing.environment,
      statements: [...parts.tableAccess, ...parts.mailing.statements],
    }),
    platform: area('platform', 'Votes, feedback, messages to the operator, error reports', {
      environment: {
        ...parts.mailing.environment,
        OPERATOR_EMAIL: stage.operator.email,
        ACCOUNT_JOBS_QUEUE_URL: accountJobs.queueUrl,
      },
      // A message that is over the bound of mails is mailed later.
      statements: [...parts.tableAccess, ...parts.mailing.statements, sendMessages(accountJobs)],
    }),
    admin: area('admin', 'The administration of the platform', {
      // It waits for queues.
      timeout: Duration.seconds(29),
      environment: {
        ...parts.models,
        SOCKET_API_ENDPOINT: sockets.endpoint,
        ...parts.mailing.environment,
        OPERATOR_EMAIL: stage.operator.email,
        INBOX_JOBS_QUEUE_URL: inboxJobs.queueUrl,
        // Of what a customer uses.
        TEXT_RECOGNITION: stage.textRecognition,
        ...administration.environment,
      },
      statements: [
        ...parts.tableAccess,
        // The sockets of a banned user are told and closed, and their sessions are renewed no more.
        sockets.mayManageConnections,
        ...parts.mailing.statements,
        allow(['cognito-idp:ListUsers', 'cognito-idp:AdminUserGlobalSignOut'], [userPool.userPoolArn]),
        // Whoever is answered is told in the dashboard.
        sendMessages(inboxJobs),
        ...(administration.statements ?? []),
      ],
    }),
    developer: area('developer', 'The developer tools', { statements: parts.tableAccess }),
    bots: area('bots', 'Bots and what is published of them', {
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
    }),
    templates: area('templates', 'Templates and the bots that are made from them', {
      environment: { ...parts.models, WIDGET_BUCKET: widget.bucketName },
      // A bot that is deployed at once is published.
      statements: [...parts.tableAccess, writeObjects(widget.bucketArn, 'w/')],
    }),
    documents: area('documents', 'Documents of a bot', {
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
    }),
    conversations: area('conversations', "Visitors' conversations as agents see and answer them", {
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
    }),
    reports: area('reports', 'Exports, scheduled reports, report templates', {
      // A small export is written within its call.
      timeout: Duration.seconds(29),
      memory: ANSWER_MEMORY,
      ...reports,
    }),
    analytics: area('analytics', 'Figures about conversations', {
      timeout: Duration.seconds(29),
      environment: { SOCKET_API_ENDPOINT: sockets.endpoint },
      statements: [...parts.tableAccess, sockets.mayManageConnections],
    }),
    dashboard: area('dashboard', "Totals, health of bots, recent activity, the alpha programme's trial", {
      statements: parts.tableAccess,
    }),
    billing: area('billing', 'Plans, payments and invoices, and events of Stripe', {
      // Several calls of Stripe's API follow one another.
      timeout: Duration.seconds(29),
      environment: {
        PAYMENTS_SECRET_ARN: paymentsSecret.secretArn,
        STRIPE_TAX: stage.stripeTax ? 'on' : 'off',
      },
      statements: [...parts.tableAccess, readSecrets(paymentsSecret)],
    }),
    beacon: area('beacon', 'Counts visitors and openings of the widget', {
      reserved: reservedFor(stage, 'beacon'),
      environment: { VISITS_QUEUE_URL: visits.queueUrl },
      statements: [...parts.tableAccess, sendMessages(visits)],
    }),
    retrieval: area('retrieval', 'What a question finds in the documents of a bot, and its answer', {
      // It waits for the model.
      timeout: Duration.seconds(29),
      // Segments that were read stay in memory.
      memory: ANSWER_MEMORY,
      environment: parts.writing.environment,
      statements: [...parts.tableAccess, ...parts.writing.statements],
    }),
    questions: area('questions', 'Pairs of question and answer, unanswered questions, test questions', {
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
    }),
    widget: area('widget', "Visitors' sessions, histories and sources", {
      reserved: reservedFor(stage, 'widget'),
      environment: { UPLOADS_BUCKET: uploads.bucketName },
      statements: [
        ...parts.tableAccess,
        readSecrets(signingSecret),
        // Links to the originals that an answer cites.
        readObjects(uploads.bucketArn, 'uploads/'),
      ],
    }),
    // Apart from their sessions: what answers is half as much code again, and nobody waits for it who opens the chat.
    messages: area('messages', "Visitors' messages where sockets are blocked, and their answers", {
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
    }),
    integrations: area('integrations', 'Webhooks, secrets of identities, checks of snippets', {
      // It waits for strangers' hosts.
      timeout: Duration.seconds(20),
      environment: { ALLOWED_PRIVATE_HOSTS: stage.allowedPrivateHosts.join(',') },
      statements: parts.tableAccess,
    }),
    sites: area('sites', 'Websites that bots read', {
      // It waits for strangers' hosts, twice.
      timeout: Duration.seconds(29),
      environment: {
        SITES_QUEUE_URL: sitesQueue.queueUrl,
        ALLOWED_PRIVATE_HOSTS: stage.allowedPrivateHosts.join(','),
      },
      statements: [...parts.tableAccess, sendMessages(sitesQueue)],
    }),
    visitors: area('visitors', "Visitors' files, ratings, transcripts, and who they are", {
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
    }),
  };
}
