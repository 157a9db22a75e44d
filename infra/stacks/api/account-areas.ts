import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { SocketApi } from '#infra/constructs/socket-api';
import {
  allow,
  deleteObjects,
  readObjects,
  readSecrets,
  sendMessages,
  writeObjects,
} from '#infra/constructs/statements';
import type { ApiParts, Described, Own } from './parts';

/** What the areas are given that serve people, their accounts and teams, and the operator. */
export function accountAreas(
  parts: ApiParts,
  sockets: SocketApi,
  accountJobs: Queue,
  inboxJobs: Queue,
  administration: Pick<Own, 'environment' | 'statements'>,
) {
  const { stage, userPool, paymentsSecret, widget } = parts.props;
  return {
    accounts: {
      description: 'Profiles, accounts, tickets, sign-out',
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
    },
    security: {
      description: 'Second factors, recovery codes, sessions',
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
    },
    team: {
      description: 'Members of accounts and invitations',
      environment: parts.mailing.environment,
      statements: [...parts.tableAccess, ...parts.mailing.statements],
    },
    platform: {
      description: 'Votes, feedback, messages to the operator, error reports',
      environment: {
        ...parts.mailing.environment,
        OPERATOR_EMAIL: stage.operator.email,
        ACCOUNT_JOBS_QUEUE_URL: accountJobs.queueUrl,
      },
      // A message that is over the bound of mails is mailed later.
      statements: [...parts.tableAccess, ...parts.mailing.statements, sendMessages(accountJobs)],
    },
    admin: {
      description: 'The administration of the platform',
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
    },
    billing: {
      description: 'Plans, payments and invoices, and events of Stripe',
      // Several calls of Stripe's API follow one another.
      timeout: Duration.seconds(29),
      environment: {
        PAYMENTS_SECRET_ARN: paymentsSecret.secretArn,
        STRIPE_TAX: stage.stripeTax ? 'on' : 'off',
      },
      statements: [...parts.tableAccess, readSecrets(paymentsSecret)],
    },
  } satisfies Record<string, Described>;
}
