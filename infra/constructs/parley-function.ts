import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Duration } from 'aws-cdk-lib';
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { expiringLog } from './expiring-log';
import { allow } from './statements';

const BUILT = fileURLToPath(new URL('../../dist/functions', import.meta.url));

export interface ParleyFunctionProps {
  readonly stage: StageParameters;
  /** Name of the bundle, which is the entry's path with dashes: `http-bots`. */
  readonly bundle: string;
  readonly description: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** @default 10 seconds */
  readonly timeout?: Duration;
  /** Megabytes; the share of a processor grows with them. @default 512 */
  readonly memory?: number;
  /** Concurrency set aside for it, which is also its maximum. @default the account's, with all others */
  readonly reserved?: number | undefined;
  /**
   * Visitors or the stream meet it: they call its alias `live`, from which a new version takes over little by little
   * (`releases.ts`). @default a new version takes over at once
   */
  readonly released?: boolean | undefined;
  /** It is on the path of a message, which X-Ray follows where the stage says so. @default it is on none */
  readonly traced?: boolean | undefined;
  /** What it may do beyond writing its log. @default nothing */
  readonly statements?: readonly PolicyStatement[];
}

/** One Lambda of ours: its bundle, a role of its own that may write its log, and a log that expires. */
export class ParleyFunction extends Construct {
  readonly function: LambdaFunction;
  /** Of one whose releases are gradual. */
  readonly live: Alias | undefined;

  constructor(scope: Construct, id: string, props: ParleyFunctionProps) {
    super(scope, id);
    // Tests and the local stage give a folder of their own by the context.
    const built: string = this.node.tryGetContext('bundles') ?? BUILT;
    if (!existsSync(path.join(built, props.bundle, 'index.cjs'))) {
      throw new Error(
        `There is no bundle ${props.bundle}: run "npm run build" first, or add functions/${props.bundle.replace('-', '/')}.ts.`,
      );
    }
    // Those that have files in common are one asset.
    const isSharing = existsSync(path.join(built, 'shared'));
    const logGroup = expiringLog(this, 'Log', props.stage);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: props.description,
    });
    role.addToPolicy(allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]));
    for (const statement of props.statements ?? []) role.addToPolicy(statement);
    this.function = new LambdaFunction(this, 'Function', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: isSharing ? `${props.bundle}/index.handler` : 'index.handler',
      code: Code.fromAsset(isSharing ? built : path.join(built, props.bundle), {
        exclude: ['*.map', 'meta.json'],
      }),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      timeout: props.timeout ?? Duration.seconds(10),
      memorySize: props.memory ?? 512,
      ...(props.traced && props.stage.tracing && { tracing: Tracing.ACTIVE }),
      ...(props.reserved !== undefined && { reservedConcurrentExecutions: props.reserved }),
      environment: {
        STAGE: props.stage.stage,
        POWERTOOLS_SERVICE_NAME: props.bundle,
        POWERTOOLS_METRICS_NAMESPACE: 'Parley',
        ...props.environment,
      },
    });
    if (props.released && props.stage.gradualReleases)
      this.live = new Alias(this, 'Live', {
        aliasName: LIVE,
        version: this.function.currentVersion as IVersion,
      });
  }

  /** Whom others call. The library's classes say of a role that it may be undefined, its interfaces that it may be missing. */
  get target(): IFunction {
    return (this.live ?? this.function) as IFunction;
  }
}

const LIVE = 'live';
