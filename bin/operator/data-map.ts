import { DELETION_DAYS } from '#contract/accounts/account';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import { answerModels, type StageParameters } from '#infra/config/stage';

/** How something is erased, by the use case that does it and the test that shows that nothing is left. */
export const ERASURES = {
  account: {
    how: `the owner deletes the account, after ${DELETION_DAYS} days in which it can be undone (\`lifecycle/accounts/purge-account.ts\`)`,
    proof: [
      'test/integration/lifecycle/account-deletion.test.ts',
      'erases everything of the account when its days are over, and not before',
    ],
  },
  bot: {
    how: 'its bot is deleted, after seven days in which it can be brought back (`lifecycle/bots/purge-bot.ts`), or the account',
    proof: [
      'test/unit/lifecycle/bots/delete-bot.test.ts',
      'leaves nothing of it, and frees its name and its documents',
    ],
  },
  conversation: {
    how: 'the visitor in the chat, the team in the inbox, the period that the bot keeps conversations for (`lifecycle/bots/expire-conversations.ts`: nobody is shown it from then on, and the table takes it away within nine days), or with its bot; what is not followed to its end is finished by the daily comparison (`test/unit/lifecycle/bots/lost-erasure.test.ts`)',
    proof: [
      'test/unit/lifecycle/bots/retention.test.ts',
      'a visitor reads what is stored of them, and has it erased, once and again',
    ],
  },
  person: {
    how: 'with the account that the person owns (`lifecycle/accounts/purge-person.ts`)',
    proof: [
      'test/integration/lifecycle/account-deletion.test.ts',
      'erases everything of the account when its days are over, and not before',
    ],
  },
  list: {
    how: 'the lists of the administration follow the person or the account (`operator/admin/directory.ts`)',
    proof: ['test/unit/operator/admin/users.test.ts', 'follows a new name, and forgets a user who is gone'],
  },
  log: {
    how: 'what an account did, with the account (`operator/admin/log-accounts.ts`); what administrators did is kept as evidence',
    proof: ['test/unit/operator/admin/platform.test.ts', 'holds nothing of an account that is being erased'],
  },
  expiry: {
    how: 'by its time to live, which the table ends within two days; nothing else needs to find it',
    proof: [
      'test/integration/local/dynamodb.test.ts',
      'removes expired items and names the remover in the stream',
    ],
  },
  none: { how: 'it names nobody and no tenant', proof: null },
} as const satisfies Record<string, { how: string; proof: readonly [file: string, test: string] | null }>;

interface DataRow {
  readonly what: string;
  readonly of: string;
  readonly kept: string;
  readonly erased: keyof typeof ERASURES;
  /** Items of the table. */
  readonly entities: readonly string[];
  /** Folders of buckets. */
  readonly files?: readonly string[];
}

const { activity, clientErrors, contact, emptyConversations, feedback, notifications, webhookDeliveries } =
  RETENTION_DAYS;

/** Everything that is stored, by what it is for. Each item of the table stands in one row. */
export const DATA_MAP: readonly DataRow[] = [
  {
    what: 'accounts, teams and invitations: names, addresses, roles, pictures',
    of: 'customers and their teams',
    kept: 'as long as the account; an invitation 30 days',
    erased: 'account',
    entities: [
      'Account',
      'AccountPurge',
      'Membership',
      'Invitation',
      'InvitationLink',
      'ApiKey',
      'SavedViews',
      'Agent',
      'CannedReply',
      'AnalyticsLayout',
      'AlertDigest',
      'DemoFill',
      'SiteOwnership',
    ],
    files: ['widget `w/account/`'],
  },
  {
    what: 'people: address, name, language, where they are signed in, recovery codes as hashes',
    of: 'customers and their teams',
    kept: 'as long as the person has an account; a session 31 days after its last use',
    erased: 'person',
    entities: ['Profile', 'Address', 'UserSession', 'RecoveryCodes', 'Vote', 'TemplateRating', 'TemplateUse'],
    files: ['widget `w/person/`', 'the user pool'],
  },
  {
    what: 'signing in and sockets: ids of sessions and connections',
    of: 'everybody who is signed in or chats',
    kept: 'a minute to two hours; that a session has ended, 31 days',
    erased: 'expiry',
    entities: [
      'EndedSession',
      'SessionProof',
      'SocketTicket',
      'Connection',
      'Listener',
      'RateCounter',
      'DashboardVisit',
    ],
  },
  {
    what: 'addresses that mail came back from or called it spam, as keyed hashes',
    of: 'recipients of mail',
    kept: '90 days, or a year',
    erased: 'expiry',
    entities: ['UndeliverableAddress'],
  },
  {
    what: 'plans and payments: customer id with Stripe, plan, status; no card',
    of: 'customers',
    kept: 'as long as the account; invoices stay with Stripe, as the law demands',
    erased: 'account',
    entities: [
      'Subscription',
      'PlanEnd',
      'MonthlyUsage',
      'PictureUsage',
      'PlaceUsage',
      'BotMonth',
      'BotUsage',
      'BotTests',
      'KnowledgeDay',
      'AccountSpending',
    ],
  },
  {
    what: 'bots and what is published of them',
    of: 'customers',
    kept: 'as long as the bot',
    erased: 'bot',
    entities: [
      'Bot',
      'BotName',
      'BotOwner',
      'BotVersion',
      'DeletedBot',
      'BotPurge',
      'FormerBot',
      'Widget',
      'Retention',
      'BotIdentity',
      'Webhook',
    ],
    files: ['widget `w/{widgetId}`'],
  },
  {
    what: 'what was posted to webhooks',
    of: 'visitors, as the customer has it sent',
    kept: `${webhookDeliveries} days`,
    erased: 'bot',
    entities: ['WebhookDelivery'],
  },
  {
    what: 'documents, websites, pairs of question and answer, and their index',
    of: 'whoever is named in them',
    kept: 'as long as the document; a deleted original for 30 days, for a restore',
    erased: 'bot',
    entities: [
      'Document',
      'DocumentContent',
      'RemovedDocument',
      'FormerDocument',
      'Lineage',
      'Manifest',
      'Segment',
      'SegmentDocuments',
      'Merge',
      'Site',
      'SiteCount',
      'SitePage',
    ],
    files: ['uploads `uploads/`', 'index `index/`, `pictures/`, `parts/` (four days)', 'vectors'],
  },
  {
    what: 'conversations: messages, files, address of the page, what the website or the visitor says of themselves',
    of: 'visitors',
    kept: `as long as the customer sets for the bot, and a few days more, shown to nobody; an empty one ${emptyConversations} days`,
    erased: 'conversation',
    entities: [
      'Conversation',
      'ConversationCompanion',
      'ConversationVisitor',
      'VisitorOrigin',
      'Message',
      'ClientMessage',
      'Citation',
      'ConversationWords',
      'PackedWords',
      'TimelineEntry',
      'WaitingCall',
      'Attachment',
      'Rating',
      'ConversationCount',
      'SentTranscript',
      'Erasure',
    ],
    files: ['uploads `attachments/`'],
  },
  {
    what: 'what one network or one vouched-for visitor took, by keyed hashes',
    of: 'visitors',
    kept: 'two days; conversations begun 32 days',
    erased: 'expiry',
    entities: ['AskerDay', 'AskerMonth', 'VisitorSalt', 'VisitBatch'],
  },
  {
    what: 'questions without an answer, and test questions',
    of: 'visitors, without who asked',
    kept: 'an unanswered one 120 days',
    erased: 'bot',
    entities: ['Unanswered', 'UnansweredRevision', 'CountedQuestion', 'Golden', 'GoldenSet'],
  },
  {
    what: 'figures: counts by bot and day, visitors as a daily salted sketch',
    of: 'nobody',
    kept: 'as long as the account',
    erased: 'account',
    entities: ['AnalyticsDay', 'VisitorDay', 'TopicNames', 'FailedAnswers'],
  },
  {
    what: 'activity and notifications: who of the team did what',
    of: 'customers and their teams',
    kept: `${activity} and ${notifications} days`,
    erased: 'account',
    entities: ['Activity', 'Notification', 'NotificationsRead'],
  },
  {
    what: 'exports and reports, and who gets them',
    of: 'customers, visitors, recipients of reports',
    kept: 'files seven days, runs a year, schedules as long as the account',
    erased: 'account',
    entities: [
      'AccountExport',
      'Export',
      'ReportSchedule',
      'ReportTemplate',
      'ReportRecipient',
      'ReportRun',
      'ReportDelivery',
    ],
    files: ['exports `exports/`, `reports/`'],
  },
  {
    what: 'messages and feedback to the operator',
    of: 'whoever writes',
    kept: `${contact} and ${feedback} days`,
    erased: 'person',
    entities: ['Contact', 'Feedback'],
  },
  {
    what: "errors of browsers, without query and addresses; events of the developer tools' log",
    of: 'nobody by name',
    kept: `${clientErrors} days; a day`,
    erased: 'expiry',
    entities: ['ClientError', 'LoggedEvent'],
  },
  {
    what: "the administration's lists",
    of: 'customers and their teams',
    kept: 'as long as what they list',
    erased: 'list',
    entities: ['UserListing', 'UserWord', 'SubscriptionListing'],
  },
  {
    what: "the administration's log",
    of: 'administrators and customers',
    kept: 'as long as the stage, an account’s part as long as the account',
    erased: 'log',
    entities: ['AdminLog'],
  },
  {
    what: 'that something was removed on purpose: a hash and a time',
    of: 'nobody',
    kept: '40 days',
    erased: 'expiry',
    entities: ['Tombstone'],
  },
  {
    what: 'settings, switches and counts of the stage',
    of: 'nobody',
    kept: 'as long as the stage; days 400 days at most',
    erased: 'none',
    entities: [
      'PlatformSettings',
      'PlatformCount',
      'CountedEvent',
      'ReconcileRun',
      'CheckedDay',
      'ModelSwitch',
      'ModelSpending',
      'Demo',
      'VoteCount',
      'TemplateFigures',
    ],
  },
];

/** The page for operators, of a stage where one is given. */
export function dataPage(stage: StageParameters | null): string {
  const region = stage ? `\`${stage.region}\`` : "the stage's region";
  return [
    '# What is stored, where, and how it is erased',
    '',
    'For records of processing and for questions of customers. Made by `npm run data-page` from `bin/operator/data-map.ts`, in which each item of the table has its row; `-c stage=NAME` prints it with the region and the models of a stage.',
    '',
    `All of it lies in ${region}: table, buckets, user pool, queues (four days, failed messages 14). Encrypted at rest, reached over TLS only. The table can be set back by 35 days, for which what was erased is in its backups alone; \`npm run restore\` leaves out what was erased on purpose.${copiesOf(stage)}`,
    '',
    '| what | of whom | kept | erased with | items | files |',
    '| --- | --- | --- | --- | --- | --- |',
    ...DATA_MAP.map(
      ({ what, of, kept, erased, entities, files = [] }) =>
        `| ${what} | ${of} | ${kept} | ${erased} | ${entities.join(', ')} | ${files.join('; ')} |`,
    ),
    '',
    '## How it is erased, and what shows it',
    '',
    ...Object.entries(ERASURES).map(
      ([name, { how, proof }]) =>
        `- **${name}**: ${how}.${proof ? ` Shown by \`${proof[0]}\`, “${proof[1]}”.` : ''}`,
    ),
    '',
    '## Logs',
    '',
    `- Functions: ids of account, bot, conversation and message, no words of them; ${stage ? stage.logRetentionDays : '30'} days, in ${region}.`,
    `- Accesses of the API, without visitors' addresses; of the edge and the buckets, with them: 90 days, in ${region}.`,
    `- What the firewalls refused, with the address, without tokens: ${stage ? stage.logRetentionDays : '30'} days, in us-east-1, of signing in in ${region}.`,
    `- Traces of X-Ray: ids of messages and how long each step took, 30 days, in ${region}.`,
    '',
    '## Sub-processors',
    '',
    `- **Amazon Web Services EMEA SARL**, Luxembourg: everything above, in ${region}; CloudFront delivers from the place that is nearest to a visitor and keeps nothing of the API there. Mail goes out by SES in ${region}.`,
    ...modelLines(stage),
    '- **Stripe Payments Europe, Ltd.**, Ireland, where something is sold: name, address of mail and of invoices, cards.',
    '- Whoever a customer names: hosts of webhooks, websites that are read.',
    '',
  ].join('\n');
}

/** Where a stage names a vault. */
function copiesOf(stage: StageParameters | null): string {
  if (!stage)
    return ' Copies in another account (`backupCopy`), where a stage has them, are kept for 35 days at most.';
  if (!stage.backupCopy) return '';
  const { vaultArn, days } = stage.backupCopy;
  return ` Copies of table and originals lie in \`${vaultArn}\`, ${days} days each.`;
}

function modelLines(stage: StageParameters | null): readonly string[] {
  if (!stage)
    return [
      '- Models of Amazon Bedrock (questions and passages), within the regions of their profile; neither AWS nor a maker keeps them or trains with them. Text recognition by Textract, where it is on.',
    ];
  const embeds = stage.embeddingModel === 'none' ? [] : [stage.embeddingModel];
  const models = [...answerModels(stage).map(({ id }) => id), ...embeds].map((id) => `\`${id}\``);
  return [
    `- Models of Amazon Bedrock (questions and passages): ${models.join(', ')}, within the regions of their profile; neither AWS nor a maker keeps them or trains with them.`,
    ...(stage.textRecognition === 'none'
      ? []
      : [
          `- Text recognition by Textract in ${region(stage)}: pages that are pictures, where a bot's owner wants it.`,
        ]),
  ];
}

const region = ({ region: name }: StageParameters) => `\`${name}\``;
