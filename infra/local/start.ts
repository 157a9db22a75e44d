import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAssembly } from './assembly/load';
import { localise } from './assembly/localise';
import type { Assembly } from './assembly/model';
import { assertWired } from './assembly/wiring';
import type { TestClock } from './hosts/clock';
import { openPort, type Port } from './hosts/port';
import { createHosts, type Hosts, isForAws } from './hosts/router';
import { AsyncInvocations } from './runtime/async';
import type { AwsLike } from './runtime/aws-like';
import { MovableClock } from './runtime/clock';
import { openCredentials } from './runtime/credentials';
import { createEventSources } from './runtime/events/sources';
import { createAwsGateway } from './runtime/gateway';
import { readPermissions } from './runtime/iam';
import { createFunctions, shortName } from './runtime/lambda/functions';
import type { Meter } from './runtime/meter';
import type { Invoker, Outcome } from './runtime/ports';
import { openState, type StateFolder } from './runtime/state';
import { readWebAcl } from './runtime/web-acl';
import type { LocalContext } from './service';
import type { ModelBackend } from './services/bedrock/backend';
import type { ModelPace } from './services/bedrock/pace';
import { type BedrockService, createBedrock } from './services/bedrock/service';
import { createEdge } from './services/cloudfront/service';
import { createCognito } from './services/cognito/service';
import { createDynamoDb } from './services/dynamodb/service';
import { createEventRules } from './services/events/service';
import { createHttpApis } from './services/http-api/service';
import { createLambda } from './services/lambda/service';
import { createS3 } from './services/s3/service';
import { createS3Vectors } from './services/s3-vectors/service';
import { createScheduler } from './services/scheduler/service';
import { createSecrets } from './services/secrets/service';
import type { Inbox } from './services/ses/mail';
import { createSes } from './services/ses/service';
import { createSqs } from './services/sqs/service';
import { createStripe } from './services/stripe/service';
import { createTextract } from './services/textract/service';
import { createWebSocketApis } from './services/websocket-api/service';

export interface LocalCloudOptions {
  /** Folder of the synthesized assembly, cdk.out. */
  readonly assembly: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Folder where everything is kept; made when missing. */
  readonly state: string;
  /** Takes one line; default: nowhere. */
  readonly log?: (line: string) => void;
  /** Folder to load a function (by bundle name) from instead of its staged asset, so that it can be reloaded. */
  readonly code?: (bundle: string) => string | undefined;
  /** Folder that keeps what was compiled of functions, for clouds to come; default: nothing is kept. */
  readonly compiled?: string;
  /** How fast the stand-in for Bedrock writes answers, default at once; or what answers in its place. */
  readonly models?: { readonly pace?: ModelPace; readonly backend?: ModelBackend | undefined };
  /** Of functions, over what the template gives them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Where it is to be as bad as AWS; default: nowhere. */
  readonly awsLike?: AwsLike | undefined;
  /** Is told what AWS would charge for. */
  readonly meter?: Meter;
}

export interface LocalCloud {
  readonly port: number;
  /** Origins as a browser opens them, e.g. app: http://app.localhost:4000. */
  readonly addresses: {
    readonly root: string;
    readonly app: string;
    readonly mail: string;
    readonly customer: string;
    /** Endpoint of every AWS API: http://127.0.0.1:4000. */
    readonly aws: string;
  };
  readonly assembly: Assembly;
  /** Signs for the operator, who may do all: `new S3Client({ endpoint: addresses.aws, region, credentials })`. */
  readonly operator: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly functions: LocalFunctions;
  /** Mails that were sent. */
  readonly inbox: Inbox;
  /** What schedules of EventBridge Scheduler run by: tests move it. All else goes by the machine's time. */
  readonly clock: TestClock;
  /** Makes models fail, for tests. */
  readonly models: Pick<BedrockService, 'inject'>;
  /**
   * Resolves when no event waits or is in work (queues but dead letters, streams, asynchronous invocations).
   * Messages that are held back for later do not count.
   */
  drained(): Promise<void>;
  /** Finishes what is under way and closes; safe to call twice. */
  stop(): Promise<void>;
}

/** Functions by bundle name (`http-bots`), physical name or ARN. */
export interface LocalFunctions {
  invoke(name: string, event: unknown): Promise<Outcome>;
  /** Kills the instances of a function in the middle of what they do; gives how many were at work. */
  kill(name: string): Promise<number>;
  /** Invocations under way. */
  active(name: string): number;
  /** New instances load the bundle afresh; those at work finish first. Without a name: all functions. */
  reload(name?: string): void;
}

const REGION = 'eu-central-1';
const ACCOUNT = '000000000000';
/** Functions at work when all stops get this long; what they did not finish is done at the next start. */
const GRACE_MS = 2_500;

/** Runs an assembly: every service that its template asks for, on one port, with its state in one folder. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const template = loadAssembly(options.assembly, { region: REGION, accountId: ACCOUNT });
  const state = await openState(options.state);
  const entrance = new Entrance();
  let port: Port | undefined;
  try {
    port = await openPort(options.port, entrance);
    return await start(template, state, port, entrance, options);
  } catch (error) {
    await port?.close();
    await state.release();
    throw error;
  }
}

async function start(
  template: Assembly,
  state: StateFolder,
  port: Port,
  entrance: Entrance,
  { log = () => {}, code, compiled, models, awsLike, ...options }: LocalCloudOptions,
): Promise<LocalCloud> {
  const aws = `http://127.0.0.1:${port.port}`;
  const roles = template.ofType('AWS::IAM::Role').map((role) => role.attributes.Arn ?? '');
  const credentials = openCredentials(state.folder('keys'), ACCOUNT, roles);
  const time = new MovableClock();
  const now = () => time.now();
  const context = (service: string): LocalContext => ({
    directory: state.folder(service),
    region: REGION,
    accountId: ACCOUNT,
    endpoint: aws,
    now,
    secretFor: credentials.secretFor,
    log: (line) => log(`${service}  ${line}`),
  });

  const secrets = createSecrets(context('secrets'), {
    secrets: template.ofType('AWS::SecretsManager::Secret'),
  });
  await secrets.start();
  const assembly = localise(template, { port: port.port, secret: secrets.resolve });
  assertWired(assembly);
  const { resources } = assembly;
  const permissions = readPermissions(assembly);
  const meter = options.meter && namingFunctions(assembly, options.meter);

  const stripeOrigin = `http://stripe.localhost:${port.port}`;
  const functions = createFunctions({
    assembly,
    endpoint: aws,
    environment: { ...paymentsEnvironment(`http://127.0.0.1:${port.port}`), ...options.environment },
    keyOfRole: credentials.keyOfRole,
    clockOffset: () => time.offset,
    code,
    compiled,
    meter,
    log,
  });
  const invoker: Invoker = functions;
  const sqs = createSqs(context('sqs'), { queues: assembly.ofType('AWS::SQS::Queue') });
  const dynamodb = createDynamoDb(context('dynamodb'), {
    tables: assembly.ofType('AWS::DynamoDB::Table'),
    awsLike,
    now,
    meter,
  });
  const s3 = createS3(context('s3'), {
    buckets: assembly.ofType('AWS::S3::Bucket'),
    queues: sqs,
    now,
    mayList: ({ kind, arn }, bucketArn) =>
      kind === 'operator' || permissions.allows(arn, { action: 's3:ListBucket', resource: bucketArn }),
  });
  const vectors = createS3Vectors(context('s3-vectors'), {
    buckets: assembly.ofType('AWS::S3Vectors::VectorBucket'),
  });
  const rules = createEventRules(context('events'), {
    rules: assembly.ofType('AWS::Events::Rule'),
    queues: sqs,
    clock: time,
  });
  const ses = createSes(context('ses'), {
    identities: assembly.ofType('AWS::SES::EmailIdentity'),
    configurationSets: assembly.ofType('AWS::SES::ConfigurationSet'),
    eventDestinations: assembly.ofType('AWS::SES::ConfigurationSetEventDestination'),
    publish: rules.publish,
    now,
  });
  const cognito = createCognito(context('cognito'), {
    pools: assembly.ofType('AWS::Cognito::UserPool'),
    clients: assembly.ofType('AWS::Cognito::UserPoolClient'),
    sessions: assembly.ofType('AWS::Cognito::UserPoolSessionConfigurationAttachment'),
    firewall: {
      acls: assembly.ofType('AWS::WAFv2::WebACL'),
      associations: assembly.ofType('AWS::WAFv2::WebACLAssociation'),
    },
    invoker,
    mail: ses,
    now,
  });
  const bedrock = createBedrock(context('bedrock'), { ...models, awsLike });
  const textract = createTextract(context('textract'));
  const httpApis = createHttpApis(context('http-api'), {
    resources,
    invoker,
    now,
    jwksFor: (issuer) => cognito.jwks(issuer.slice(issuer.lastIndexOf('/') + 1)),
  });
  const webSocketApis = createWebSocketApis(context('websocket-api'), { resources, invoker, now });
  // Read in any case, so that a rule that is not known here is told of.
  const [firewall] = assembly
    .ofType('AWS::WAFv2::WebACL')
    .filter(({ properties }) => properties.Scope === 'CLOUDFRONT')
    .map(readWebAcl);
  const edge = createEdge(context('cloudfront'), {
    resources,
    s3,
    httpApis,
    webSocketApis,
    firewall: awsLike && firewall,
  });
  const asynchronous = new AsyncInvocations({
    assembly,
    functions,
    queues: sqs,
    file: join(state.folder('lambda'), 'invocations.jsonl'),
    log,
  });
  const lambda = createLambda(context('lambda'), { functions, asynchronous });
  const sources = createEventSources({
    assembly,
    functions,
    queues: sqs,
    streams: dynamodb,
    objects: s3,
    file: join(state.folder('lambda'), 'checkpoints.jsonl'),
    log,
  });

  const scheduler = createScheduler(context('scheduler'), {
    groups: assembly.ofType('AWS::Scheduler::ScheduleGroup'),
    schedules: assembly.ofType('AWS::Scheduler::Schedule'),
    roles: assembly.ofType('AWS::IAM::Role'),
    queueArns: assembly.ofType('AWS::SQS::Queue').map(({ attributes }) => attributes.Arn ?? ''),
    queues: sqs,
    clock: time,
    allows: permissions.allows,
  });
  const stripe = createStripe({
    directory: state.folder('stripe'),
    clock: time,
    origin: stripeOrigin,
    endpoint: {
      url: `http://app.localhost:${port.port}/api/webhooks/stripe`,
      secret: secrets.resolve(paymentsSecretOf(assembly), 'webhookSecret'),
    },
    log: (line) => log(`stripe  ${line}`),
  });
  stripe.advance();
  const clock: TestClock = {
    now,
    async moveTo(to) {
      time.moveTo(to);
      stripe.advance();
      await scheduler.settled();
    },
  };

  const stores = [sqs, dynamodb, s3, vectors, ses, cognito, bedrock, textract];
  for (const service of [...stores, lambda, webSocketApis, scheduler]) await service.start();
  entrance.open(
    createHosts({
      edge,
      httpApis,
      webSocketApis,
      clock,
      stripe,
      inbox: ses,
      confirmationFile: join(state.folder('customer'), 'confirmation.txt'),
      aws: createAwsGateway({
        services: [...stores, secrets, lambda, webSocketApis, scheduler],
        credentials,
        permissions,
        now,
        meter,
        log,
      }),
      log,
    }),
  );
  asynchronous.start();
  await sources.start();
  await rules.start();
  // Commands that an operator runs beside this process sign with it.
  writeFileSync(
    join(state.path, 'operator.json'),
    `${JSON.stringify({ endpoint: aws, region: REGION, ...credentials.operator })}\n`,
    { mode: 0o600 },
  );

  const idle = async () => {
    await s3.delivered();
    return asynchronous.pending === 0 && (await sources.idle());
  };

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    entrance.close();
    // What outlasts the grace is killed with its function; its event was kept and comes again. That goes for the
    // farewells of many sockets too: what is kept of a socket that is gone is removed by whoever sends to it.
    const grace = setTimeout(() => void functions.close(), GRACE_MS);
    await Promise.all([
      webSocketApis.stop(),
      rules.stop(),
      scheduler.stop(),
      sources.stop(),
      asynchronous.stop(),
    ]);
    clearTimeout(grace);
    await port.close();
    await functions.close();
    await stripe.stop();
    for (const service of [lambda, ...stores.reverse(), secrets]) await service.stop();
    await state.release();
  };

  return {
    port: port.port,
    addresses: {
      root: `http://localhost:${port.port}`,
      app: `http://app.localhost:${port.port}`,
      mail: `http://mail.localhost:${port.port}`,
      customer: `http://customer.localhost:${port.port}`,
      aws,
    },
    assembly,
    operator: credentials.operator,
    functions,
    inbox: ses,
    clock,
    models: bedrock,
    async drained() {
      // Twice, since one event that ends may have sent the next.
      for (let quiet = 0; quiet < 2; ) {
        quiet = (await idle()) ? quiet + 1 : 0;
        await new Promise((later) => setTimeout(later, 25));
      }
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Takes the port before the services behind it are made, since they must know its number. While all stops it lets
 * functions through, which need the AWS APIs to end, and nobody else: what is begun then would not be finished.
 */
class Entrance implements Hosts {
  #hosts: Hosts | undefined;
  #isClosed = false;

  open(hosts: Hosts): void {
    this.#hosts = hosts;
  }

  close(): void {
    this.#isClosed = true;
  }

  request: Hosts['request'] = (incoming, outgoing) => {
    if (this.#hosts && !(this.#isClosed && !isForAws(incoming)))
      return this.#hosts.request(incoming, outgoing);
    outgoing.statusCode = 503;
    outgoing.setHeader('retry-after', '1');
    outgoing.end(`Parley is ${this.#isClosed ? 'stopping' : 'starting'}.\n`);
  };

  upgrade: Hosts['upgrade'] = (message, socket, head) => {
    if (this.#hosts && !this.#isClosed) return this.#hosts.upgrade(message, socket, head);
    socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  };
}

/** A meter that is told of functions by their short names, whom services know by their roles. */
function namingFunctions(assembly: Assembly, meter: Meter): Meter {
  const names = new Map<string, string>();
  for (const resource of assembly.ofType('AWS::Lambda::Function')) {
    names.set(resource.id, shortName(resource));
    names.set(String(resource.properties.Role), shortName(resource));
  }
  return (usage) => meter({ ...usage, by: names.get(usage.by) ?? 'operator' });
}

/** A developer's own key takes Stripe's test mode; else the stand-in is Stripe, by the names of its host. */
function paymentsEnvironment(gateway: string): Readonly<Record<string, string>> {
  const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = process.env;
  return STRIPE_SECRET_KEY === ''
    ? { STRIPE_API_BASE: gateway }
    : { STRIPE_SECRET_KEY, ...(STRIPE_WEBHOOK_SECRET !== '' && { STRIPE_WEBHOOK_SECRET }) };
}

function paymentsSecretOf(assembly: Assembly): string {
  const found = assembly
    .ofType('AWS::SecretsManager::Secret')
    .find(({ logicalId }) => logicalId.startsWith('PaymentsSecret'));
  if (!found) throw new Error('The template has no secret for payments.');
  return found.id;
}
