import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Node } from 'constructs';
import * as z from 'zod';
import { Operator } from './operator';

const Domain = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'a host name in lower case');

const Reserved = z.number().int().min(0);
const ReservedConcurrency = z.strictObject({
  /** Opens a socket. */
  connect: Reserved.default(50),
  disconnect: Reserved.default(20),
  /** Stores and acknowledges what is said over a socket. */
  message: Reserved.default(100),
  /** Each waits three seconds for a model: a hundred answers a second, which are 13 million conversations a month. */
  answer: Reserved.default(300),
  /** Answers with quotes where the answer function did not end. */
  failedAnswers: Reserved.default(20),
  /** Sessions of visitors. */
  widget: Reserved.default(70),
  /** Answers where sockets are blocked. */
  messages: Reserved.default(30),
  /** Counts visitors, at each page view of each customer's website: as many at once as a campaign's mail brings. */
  beacon: Reserved.default(200),
});

/** Two is the least that AWS takes. */
const maximum = (usual: number) => z.number().int().min(2).max(1_000).default(usual);
const MaximumConcurrency = z.strictObject({
  ingest: maximum(20),
  sites: maximum(10),
  webhooks: maximum(10),
  indexJobs: maximum(10),
  botJobs: maximum(10),
  accountJobs: maximum(5),
  inboxJobs: maximum(10),
  reports: maximum(5),
  analytics: maximum(5),
  visits: maximum(2),
  healthChecks: maximum(2),
  uploadRouter: maximum(5),
  uploadDeadlines: maximum(5),
});

/** What a stage is made with. Everything that differs between stages is here and nowhere else. */
export const StageParameters = z
  .strictObject({
    /** In the names of all stacks. */
    stage: z.string().regex(/^[a-z][a-z0-9]{1,15}$/, 'two to sixteen lower-case letters or digits'),
    account: z.string().regex(/^\d{12}$/, 'twelve digits'),
    region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'an AWS region'),
    /** Host of the public site. */
    rootDomain: Domain,
    /** Host of the dashboard, the API and the widget. */
    appDomain: Domain,
    /** A certificate for both domains, in us-east-1, where CloudFront looks for it. */
    certificateArn: z
      .string()
      .regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/, 'a certificate in us-east-1'),
    /** Of Route 53: then the records of both domains and of the mail domain are made here. Else by hand. */
    hostedZone: z
      .strictObject({ id: z.string().regex(/^Z[A-Z0-9]+$/, 'the id of a hosted zone'), name: Domain })
      .optional(),
    /** Sender of all mails; its domain becomes an identity of SES. */
    mailFrom: z.email(),
    /** Gets the alarms. */
    alarmEmail: z.email(),
    /** The company that runs it. */
    operator: Operator,
    /** Addresses that get the profile role admin when they sign up. */
    adminEmails: z.array(z.email()).default([]),
    /** A model or inference profile of Bedrock that speaks Converse. */
    answerModel: z.string().min(1).default('eu.amazon.nova-lite-v1:0'),
    /** Others that editors may choose for a bot, by the name that they are shown. */
    furtherModels: z.array(z.strictObject({ id: z.string().min(1), name: z.string().min(1) })).default([]),
    /** What `answerModel` is called where there is a choice. */
    answerModelName: z.string().min(1).default('Amazon Nova Lite'),
    /** Of Bedrock: what it refuses, a visitor is not told. */
    guardrail: z
      .strictObject({
        id: z.string().regex(/^[a-z0-9]+$/, 'the id of a guardrail'),
        version: z.string().regex(/^([1-9]\d*|DRAFT)$/, 'a number, or DRAFT'),
      })
      .optional(),
    /**
     * US dollars that all models of the stage may cost a day (UTC); beyond, visitors get quotes. 20 are some 60,000
     * answers of Nova Lite.
     */
    modelBudgetUsd: z.number().positive().default(20),
    /** `none`: search by words alone. */
    embeddingModel: z
      .enum(['none', 'cohere.embed-multilingual-v3', 'amazon.titan-embed-text-v2:0'])
      .default('cohere.embed-multilingual-v3'),
    /**
     * Of pages that are pictures, where a bot's owner wants it: Amazon Textract, at 0.0015 US dollars a page; `none` offers
     * it nowhere.
     */
    textRecognition: z.enum(['none', 'textract']).default('textract'),
    /**
     * Of Amazon S3 Vectors. Each holds the indexes of 10,000 large bots: add one when the newest is nearly full. Never
     * fewer, since bots know theirs by its number. 0 where the region has no S3 Vectors: vectors are compared in memory.
     */
    vectorBuckets: z.number().int().min(0).max(20).default(1),
    /** Passages of a bot from which its vectors are searched by Amazon S3 Vectors instead of in a function's memory. */
    vectorIndexFrom: z.number().int().min(1).default(20_000),
    /**
     * Hosts in private networks that addresses of users may lead to, on any port and without TLS: webhooks, checks
     * of a website. Every editor of a bot could call them, so in production there are none.
     */
    allowedPrivateHosts: z.array(Domain).default([]),
    /**
     * Concurrency that is set aside for what visitors wait for, by function: others can't take it, and it can't take
     * more. 0 reserves nothing for that function, `none` nothing at all, which an account with a small quota needs.
     */
    reservedConcurrency: z.union([z.literal('none'), ReservedConcurrency]).prefault({}),
    /** Batches of a queue that are worked on at once, at most. What is over waits in the queue. */
    maximumConcurrency: MaximumConcurrency.prefault({}),
    /** The account's quota of concurrent executions of Lambda in the region: 80 per cent of it raise an alarm. */
    concurrencyQuota: z.number().int().min(1).default(1_000),
    /** US dollars a month that the whole account is expected to cost at most: mails at 80 per cent, and over it. */
    monthlyBudget: z.number().positive().default(200),
    logRetentionDays: z.union([7, 14, 30, 90, 180, 365].map((days) => z.literal(days))).default(30),
    /**
     * Seconds of a conversation that are counted together: figures are late by so many, and each counting costs some 15
     * writes.
     */
    countEverySeconds: z.number().int().min(1).max(300).default(300),
    /** Whether Stripe Tax adds taxes to what is sold; it is to be set up in Stripe first. */
    stripeTax: z.boolean().default(false),
    /**
     * Whether a new version of what visitors and the stream meet takes over within ten minutes, and is taken back when an
     * alarm is raised; else at once.
     */
    gradualReleases: z.boolean().default(true),
    /** Whether X-Ray follows messages: one a second of each function, and one in twenty of the others, as Lambda chooses. */
    tracing: z.boolean().default(true),
    /**
     * A vault of AWS Backup in another account, best in another region, and the days for which it keeps the daily copies of
     * table and originals: fewer than tombstones stay (40), so that whoever was erased is in none that could be restored.
     */
    backupCopy: z
      .strictObject({
        vaultArn: z
          .string()
          .regex(
            /^arn:aws[\w-]*:backup:[\w-]+:\d{12}:backup-vault:[\w-]{2,50}$/,
            'the ARN of a backup vault',
          ),
        days: z.number().int().min(1).max(35).default(7),
      })
      .optional(),
    /** Where in the world CloudFront answers. */
    priceClass: z.enum(['PriceClass_100', 'PriceClass_200', 'PriceClass_All']).default('PriceClass_100'),
  })
  .superRefine((stage, context) => {
    const { rootDomain, appDomain, hostedZone, backupCopy } = stage;
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const reserved = reservedInAll(stage);
    if (reserved > 0 && stage.concurrencyQuota - reserved < UNRESERVED_MINIMUM)
      refuse(
        'reservedConcurrency',
        `${reserved} in all: of the account's concurrencyQuota of ${stage.concurrencyQuota}, ${UNRESERVED_MINIMUM} stay unreserved`,
      );
    if (backupCopy?.vaultArn.split(':')[4] === stage.account)
      refuse('backupCopy.vaultArn', 'a vault of another account: what this one loses, its vaults lose');
    // The dashboard's session must not lie on the public site.
    if (rootDomain === appDomain) refuse('appDomain', 'another host than rootDomain');
    if (!hostedZone) return;
    for (const [name, domain] of Object.entries({ rootDomain, appDomain }))
      if (!isWithin(domain, hostedZone.name)) refuse(name, `a host in the hosted zone ${hostedZone.name}`);
  });
export type StageParameters = z.infer<typeof StageParameters>;

/** Passages from which a bot's vectors get an index; without a bucket none has so many. */
export function vectorIndexFrom(stage: StageParameters): number {
  return stage.vectorBuckets === 0 ? Number.MAX_SAFE_INTEGER : stage.vectorIndexFrom;
}

/** Of an account's quota, AWS lets so much not be reserved. */
export const UNRESERVED_MINIMUM = 100;

/** Concurrency that a stage reserves, all functions together. */
export function reservedInAll({
  reservedConcurrency,
}: {
  readonly reservedConcurrency: 'none' | Readonly<Record<string, number>>;
}): number {
  return reservedConcurrency === 'none'
    ? 0
    : Object.values(reservedConcurrency).reduce((sum, each) => sum + each, 0);
}

/** Concurrency that is set aside for a function; undefined: none. */
export function reservedFor(
  { reservedConcurrency }: StageParameters,
  name: keyof z.infer<typeof ReservedConcurrency>,
): number | undefined {
  return reservedConcurrency === 'none' ? undefined : reservedConcurrency[name] || undefined;
}

/** The stage that runs on a laptop: its hosts are the ones that the local cloud serves. */
export const LOCAL_STAGE: StageParameters = StageParameters.parse({
  stage: 'local',
  account: '000000000000',
  region: 'eu-central-1',
  rootDomain: 'localhost',
  appDomain: 'app.localhost',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/local',
  mailFrom: 'hello@parley.localhost',
  alarmEmail: 'operator@parley.localhost',
  adminEmails: ['admin@parley.localhost'],
  furtherModels: [{ id: 'eu.amazon.nova-pro-v1:0', name: 'Amazon Nova Pro' }],
  allowedPrivateHosts: ['customer.localhost'],
  // Whoever tries it looks at once, and nobody pays.
  countEverySeconds: 2,
  operator: {
    company: 'Parley Example GmbH',
    street: 'Musterstraße 1',
    city: '50667 Köln',
    country: 'Deutschland',
    email: 'contact@parley.localhost',
    phone: '+49 221 0000000',
    register: 'Amtsgericht Köln, HRB 000000',
    vatId: 'DE000000000',
    representative: 'Erika Mustermann',
  },
});

/**
 * The context that `cdk` gives the app: of cdk.json, then of cdk.context.json, then the command's own. Commands that
 * know the stage without synthesizing read it here.
 */
export async function readContext(
  root: string,
  own: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const { context = {} } = JSON.parse(await readFile(path.join(root, 'cdk.json'), 'utf8'));
  const kept = await readFile(path.join(root, 'cdk.context.json'), 'utf8').catch(() => '{}');
  return { ...context, ...JSON.parse(kept), ...own };
}

/**
 * Reads the stage that `-c stage=NAME` names (default: local) out of the context's `stages`. Throws an error
 * that names each parameter that is wrong.
 */
export function readStage(node: Node): StageParameters {
  const name: unknown = node.tryGetContext('stage') ?? 'local';
  if (name === 'local') return LOCAL_STAGE;
  const stages: unknown = node.tryGetContext('stages') ?? {};
  const found = z.record(z.string(), z.record(z.string(), z.unknown())).safeParse(stages);
  const parameters = found.success ? found.data[String(name)] : undefined;
  if (!parameters) {
    const known = ['local', ...Object.keys(found.data ?? {})].join(', ');
    throw new Error(
      `There is no stage ${JSON.stringify(name)}. Known stages: ${known}. Add it to "stages" in cdk.json or cdk.context.json.`,
    );
  }
  const parsed = StageParameters.safeParse({ ...parameters, stage: name });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || 'stage'}: ${message}`,
  );
  throw new Error(`The parameters of stage ${name} are not right:\n${problems.join('\n')}`);
}

/** A stage's stacks, each after those that it takes something from. */
export const STACKS = [
  'waf',
  'data',
  'mail',
  'auth',
  'ingest',
  'api',
  'http',
  'edge',
  'ops',
  'global-ops',
] as const;

export const stackName = ({ stage }: Pick<StageParameters, 'stage'>, name: (typeof STACKS)[number]) =>
  `parley-${stage}-${name}`;

/** All models that answer on a stage; its own comes first. */
export function answerModels({ answerModel, answerModelName, furtherModels }: StageParameters) {
  return [
    { id: answerModel, name: answerModelName },
    ...furtherModels.filter(({ id }) => id !== answerModel),
  ];
}

export const rootOrigin = ({ rootDomain }: StageParameters) => `https://${rootDomain}`;
export const appOrigin = ({ appDomain }: StageParameters) => `https://${appDomain}`;
export const socketUrl = ({ appDomain }: StageParameters) => `wss://${appDomain}/socket`;

/** Host part of the address that mails come from. */
export const mailDomain = ({ mailFrom }: StageParameters) => mailFrom.slice(mailFrom.lastIndexOf('@') + 1);

/** Name of the configuration set that every mail of a stage is sent with. */
export const mailConfigurationSet = ({ stage }: StageParameters) => `parley-${stage}`;

export function isWithin(domain: string, zone: string): boolean {
  return domain === zone || domain.endsWith(`.${zone}`);
}
