import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Area } from '#contract/routes';
import { appOrigin, rootOrigin } from '#infra/config/stage';
import type { ParleyFunction } from '#infra/constructs/parley-function';
import type { SocketApi } from '#infra/constructs/socket-api';
import { readSecrets } from '#infra/constructs/statements';
import { accountAreas } from './account-areas';
import { botAreas } from './bot-areas';
import { conversationAreas } from './conversation-areas';
import { ANSWER_MEMORY, type ApiParts, type Described, type Own } from './parts';

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
  const { stage, userPool, client, originSecret, signingSecret } = parts.props;
  const ofAccounts = accountAreas(parts, sockets, accountJobs, inboxJobs, administration);
  const ofBots = botAreas(parts);
  const ofConversations = conversationAreas(parts, sockets, answer, visits);
  const commit: string = sockets.node.tryGetContext('commit') ?? '';
  const area = (name: Area, { description, ...own }: Described) =>
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
    system: area('system', {
      description: 'Health and the API document',
      environment: { COMMIT: commit },
    }),
    accounts: area('accounts', ofAccounts.accounts),
    security: area('security', ofAccounts.security),
    team: area('team', ofAccounts.team),
    platform: area('platform', ofAccounts.platform),
    admin: area('admin', ofAccounts.admin),
    developer: area('developer', { description: 'The developer tools', statements: parts.tableAccess }),
    bots: area('bots', ofBots.bots),
    templates: area('templates', ofBots.templates),
    documents: area('documents', ofBots.documents),
    conversations: area('conversations', ofConversations.conversations),
    reports: area('reports', {
      description: 'Exports, scheduled reports, report templates',
      // A small export is written within its call.
      timeout: Duration.seconds(29),
      memory: ANSWER_MEMORY,
      ...reports,
    }),
    analytics: area('analytics', {
      description: 'Figures about conversations',
      timeout: Duration.seconds(29),
      environment: { SOCKET_API_ENDPOINT: sockets.endpoint },
      statements: [...parts.tableAccess, sockets.mayManageConnections],
    }),
    dashboard: area('dashboard', {
      description: "Totals, health of bots, recent activity, the alpha programme's trial",
      statements: parts.tableAccess,
    }),
    billing: area('billing', ofAccounts.billing),
    beacon: area('beacon', ofConversations.beacon),
    retrieval: area('retrieval', ofBots.retrieval),
    questions: area('questions', ofBots.questions),
    widget: area('widget', ofConversations.widget),
    messages: area('messages', ofConversations.messages),
    integrations: area('integrations', ofBots.integrations),
    sites: area('sites', ofBots.sites),
    visitors: area('visitors', ofConversations.visitors),
  };
}
