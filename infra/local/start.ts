import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAssembly } from './assembly/load';
import type { Assembly } from './assembly/model';
import { PLACE, prepareGround } from './ground';
import type { TestClock } from './hosts/clock';
import { Entrance } from './hosts/entrance';
import { openPort, type Port } from './hosts/port';
import { createHosts } from './hosts/router';
import { createPayments, paymentsEnvironment } from './payments';
import type { AwsLike } from './runtime/aws-like';
import { createAwsGateway } from './runtime/gateway';
import { createFunctions } from './runtime/lambda/functions';
import type { Meter } from './runtime/meter';
import type { Outcome } from './runtime/ports';
import { openState, type StateFolder } from './runtime/state';
import type { ModelBackend } from './services/bedrock/backend';
import type { ModelPace } from './services/bedrock/pace';
import type { BedrockService } from './services/bedrock/service';
import type { Inbox } from './services/ses/mail';
import { createStores } from './stores';
import { createTriggers } from './triggers';
import { createWaysIn } from './ways-in';

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
   * Messages that are held back for later do not count. What waits in a window for more to come is worked on at once,
   * unless `gathering`: then as many calls are made as on AWS.
   */
  drained(options?: { readonly gathering?: boolean }): Promise<void>;
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

/** Functions at work when all stops get this long; what they did not finish is done at the next start. */
const GRACE_MS = 2_500;

/** Runs an assembly: every service that its template asks for, on one port, with its state in one folder. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const template = loadAssembly(options.assembly, PLACE);
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
  const ground = await prepareGround(template, state, port.port, options.meter, log);
  const { assembly, aws, credentials, meter, now, permissions, secrets, time } = ground;
  const functions = createFunctions({
    assembly,
    endpoint: aws,
    environment: { ...paymentsEnvironment(aws), ...options.environment },
    keyOfRole: credentials.keyOfRole,
    clockOffset: () => time.offset,
    code,
    compiled,
    meter,
    log,
  });
  const { rules, ...kept } = createStores(ground, functions, { ...models, awsLike });
  const { s3, ses, bedrock } = kept;
  const { httpApis, webSocketApis, edge } = createWaysIn(ground, functions, kept, awsLike);
  const { asynchronous, lambda, sources, scheduler } = createTriggers(ground, functions, kept);
  const stripe = createPayments(ground);
  stripe.advance();
  const clock: TestClock = {
    now,
    async moveTo(to) {
      time.moveTo(to);
      stripe.advance();
      await scheduler.settled();
    },
  };

  const stores = Object.values(kept);
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
    `${JSON.stringify({ endpoint: aws, region: PLACE.region, ...credentials.operator })}\n`,
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
    async drained({ gathering = false } = {}) {
      // Twice, since one event that ends may have sent the next.
      for (let quiet = 0; quiet < 2; ) {
        if (!gathering) sources.endWindows();
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
