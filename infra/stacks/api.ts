import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpStage,
  LogGroupLogDestination,
  WebSocketApi,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration, WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type Area, ROUTES, type Route } from '../../functions/contract/routes';
import { appOrigin, rootOrigin, type StageParameters, socketUrl } from '../config/stage';
import { ParleyFunction } from '../constructs/parley-function';
import {
  allow,
  applyGuardrail,
  consumeQueue,
  deleteObjects,
  invokeModels,
  manageConnections,
  readObjects,
  readSecrets,
  readStream,
  readTable,
  sendMessages,
  tellMissingObjects,
  writeObjects,
  writeTable,
} from '../constructs/statements';
import { deadLetterQueue, WorkQueue } from '../constructs/work-queue';

export interface ApiStackProps extends StackProps {
  readonly stage: StageParameters;
  readonly table: Table;
  readonly index: Bucket;
  readonly widget: Bucket;
  readonly uploads: Bucket;
  readonly ingestQueue: Queue;
  readonly originSecret: ISecret;
  readonly signingSecret: ISecret;
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
}

/** Calls a second of one route and in a burst, over all callers: what the edge lets through is bounded again. */
const THROTTLE = { usual: { rateLimit: 200, burstLimit: 400 }, visitor: { rateLimit: 100, burstLimit: 200 } };
/** An answer may take the model's time and the fallback's. */
const ANSWER_TIMEOUT = Duration.seconds(60);

const PUSH_TO_LOGS = 'arn:aws:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs';

/** Why a route lets callers in whom no authorizer knows. */
const OPEN_ROUTES: Readonly<Record<'visitor' | 'anyone', string>> = {
  visitor:
    "Visitors of customers' websites have no account. The function verifies the token of their conversation, which no authorizer of API Gateway could; past the edge it answers nobody.",
  anyone:
    'Open by intent: health, the API document, and the session with which a visitor begins. It says nothing of a tenant but what her website shows, is throttled here and limited by address at the firewall.',
};

/** What answers calls: the HTTP API by areas, the WebSocket API, the answer function, the stream's reader. */
export class ApiStack extends Stack {
  /** `{id}.execute-api.{region}.amazonaws.com` of each API, where CloudFront finds it. */
  readonly httpHost: string;
  readonly socketHost: string;
  readonly http: HttpApi;
  /** Follows the table's stream. */
  readonly dispatch: ParleyFunction;
  readonly deadLetters: readonly Queue[];
  readonly functions: readonly ParleyFunction[];

  constructor(scope: Construct, id: string, { stage, ...props }: ApiStackProps) {
    super(scope, id, props);
    const { table, index, widget, uploads, ingestQueue, originSecret, signingSecret, userPool, client } =
      props;
    const functions: ParleyFunction[] = [];
    const add = (name: string, own: Omit<ConstructorParameters<typeof ParleyFunction>[2], 'stage'>) => {
      const parley = new ParleyFunction(this, name, { stage, ...own });
      functions.push(parley);
      return parley;
    };

    const sockets = new WebSocketApi(this, 'Sockets', { routeSelectionExpression: '$request.body.action' });
    const socketStage = new WebSocketStage(this, 'SocketStage', {
      webSocketApi: sockets,
      // The same as the path at the edge, so that nothing has to be rewritten.
      stageName: 'socket',
      autoDeploy: true,
      throttle: { rateLimit: 500, burstLimit: 1000 },
      accessLogSettings: { destination: new LogGroupLogDestination(this.accessLog('SocketLog', stage)) },
    });
    socketStage.node.addDependency(this.letApiGatewayLog());
    const speak = manageConnections(stage, sockets.apiId, socketStage.stageName);
    const base = { TABLE_NAME: table.tableName };
    const speaking = { ...base, SOCKET_API_ENDPOINT: socketStage.callbackUrl };
    const tableAccess = [readTable(table), writeTable(table)];

    // — Answers —
    const failures = new WorkQueue(this, 'AnswerFailures', { functionTimeout: ANSWER_TIMEOUT });
    const answering = {
      INDEX_BUCKET: index.bucketName,
      ANSWER_MODEL: stage.answerModel,
      EMBEDDING_MODEL: stage.embeddingModel,
      ...(stage.guardrail && {
        GUARDRAIL_ID: stage.guardrail.id,
        GUARDRAIL_VERSION: stage.guardrail.version,
      }),
    };
    const models = [stage.answerModel, ...(stage.embeddingModel === 'none' ? [] : [stage.embeddingModel])];
    const answerAccess: PolicyStatement[] = [
      readObjects(index.bucketArn, 'index/'),
      tellMissingObjects(index.bucketArn),
      invokeModels(stage, models),
      ...(stage.guardrail ? [applyGuardrail(stage, stage.guardrail.id)] : []),
      speak,
    ];
    const answer = add('Answer', {
      bundle: 'socket-answer',
      description: 'Answers one message of a visitor',
      timeout: ANSWER_TIMEOUT,
      memory: 1769,
      environment: { ...speaking, ...answering },
      statements: [...tableAccess, ...answerAccess, sendMessages(failures.queue)],
    });
    answer.function.configureAsyncInvoke({
      // A repeated answer would be a second one; what failed goes to the queue, whose reader quotes instead.
      retryAttempts: 0,
      maxEventAge: Duration.minutes(2),
      onFailure: { bind: () => ({ destination: failures.queue.queueArn }) },
    });
    const failedAnswers = add('FailedAnswers', {
      bundle: 'queue-failed-answers',
      description: 'Answers with quotes, or says that it failed, where the answer function did not end',
      timeout: ANSWER_TIMEOUT,
      memory: 1769,
      environment: { ...speaking, ...answering },
      statements: [...tableAccess, ...answerAccess, consumeQueue(failures.queue)],
    });
    new EventSourceMapping(this, 'FailedAnswersSource', {
      target: failedAnswers.function,
      eventSourceArn: failures.queue.queueArn,
      batchSize: 1,
      reportBatchItemFailures: true,
    });

    // — WebSocket API —
    const connect = add('Connect', {
      bundle: 'socket-connect',
      description: 'Lets a socket in that shows a ticket',
      environment: { ...base, ORIGIN_SECRET_ARN: originSecret.secretArn },
      statements: [...tableAccess, readSecrets(originSecret)],
    });
    const disconnect = add('Disconnect', {
      bundle: 'socket-disconnect',
      description: 'Forgets a socket',
      environment: base,
      statements: tableAccess,
    });
    const message = add('Message', {
      bundle: 'socket-message',
      description: 'Stores and acknowledges what a socket says',
      memory: 1024,
      environment: { ...speaking, ANSWER_FUNCTION_NAME: answer.function.functionName },
      statements: [...tableAccess, speak, allow(['lambda:InvokeFunction'], [answer.function.functionArn])],
    });
    const route = (key: string, target: ParleyFunction) =>
      sockets.addRoute(key, {
        integration: new WebSocketLambdaIntegration(`${target.node.id}Route`, target.function),
      });
    route('$connect', connect);
    route('$disconnect', disconnect);
    route('$default', message);
    Validations.of(sockets).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'A socket is opened by the $connect function alone: with the secret that CloudFront adds, and a ticket that a signed-in caller or a visitor was given, good for 60 seconds and once. The other routes are reached over such a socket only.',
    });

    // — HTTP API —
    const calls = {
      ...base,
      USER_POOL_ID: userPool.userPoolId,
      USER_POOL_CLIENT_ID: client.userPoolClientId,
      ORIGIN_SECRET_ARN: originSecret.secretArn,
      SIGNING_SECRET_ARN: signingSecret.secretArn,
      APP_ORIGIN: appOrigin(stage),
      ROOT_ORIGIN: rootOrigin(stage),
      ADMIN_EMAILS: stage.adminEmails.join(','),
      SOCKET_URL: socketUrl(stage),
    };
    const callAccess = [...tableAccess, readSecrets(originSecret, signingSecret)];
    const area = (
      name: Area,
      description: string,
      own: {
        timeout?: Duration;
        memory?: number;
        environment?: Record<string, string>;
        statements?: PolicyStatement[];
      } = {},
    ) =>
      add(`Http${name.charAt(0).toUpperCase()}${name.slice(1)}`, {
        bundle: `http-${name}`,
        description,
        timeout: own.timeout ?? Duration.seconds(15),
        // A full processor costs no more where the time is spent waiting less.
        memory: own.memory ?? 1024,
        environment: { ...calls, ...own.environment },
        statements: [...callAccess, ...(own.statements ?? [])],
      });
    const areas: Record<Area, ParleyFunction> = {
      system: area('system', 'Health and the API document'),
      accounts: area('accounts', 'Profiles, accounts, tickets'),
      bots: area('bots', 'Bots and what is published of them', {
        environment: { WIDGET_BUCKET: widget.bucketName },
        statements: [writeObjects(widget.bucketArn, 'w/'), deleteObjects(widget.bucketArn, 'w/')],
      }),
      documents: area('documents', 'Documents of a bot', {
        environment: { UPLOADS_BUCKET: uploads.bucketName, INGEST_QUEUE_URL: ingestQueue.queueUrl },
        statements: [
          // A presigned form or link may do what its signer may.
          writeObjects(uploads.bucketArn, 'uploads/'),
          readObjects(uploads.bucketArn, 'uploads/'),
          tellMissingObjects(uploads.bucketArn),
          sendMessages(ingestQueue),
        ],
      }),
      widget: area('widget', "Visitors' sessions, messages and sources", {
        timeout: Duration.seconds(29),
        memory: 1769,
        environment: {
          ...answering,
          SOCKET_API_ENDPOINT: socketStage.callbackUrl,
          ANSWER_FUNCTION_NAME: answer.function.functionName,
          UPLOADS_BUCKET: uploads.bucketName,
        },
        statements: [
          ...answerAccess,
          readObjects(uploads.bucketArn, 'uploads/'),
          allow(['lambda:InvokeFunction'], [answer.function.functionArn]),
        ],
      }),
    };

    const http = new HttpApi(this, 'Http', {
      createDefaultStage: false,
      corsPreflight: {
        // Widgets call from any site. No cookie is ever used, so no credentials; which site a bot may run on
        // is decided in code.
        allowOrigins: ['*'],
        allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.POST, CorsHttpMethod.PATCH, CorsHttpMethod.DELETE],
        allowHeaders: ['authorization', 'content-type', 'x-parley-account', 'idempotency-key'],
        maxAge: Duration.hours(2),
      },
    });
    const httpStage = new HttpStage(this, 'HttpStage', {
      httpApi: http,
      stageName: '$default',
      autoDeploy: true,
      throttle: THROTTLE.usual,
      accessLogSettings: { destination: new LogGroupLogDestination(this.accessLog('HttpLog', stage)) },
    });
    const users = new HttpJwtAuthorizer(
      'Users',
      `https://cognito-idp.${stage.region}.amazonaws.com/${userPool.userPoolId}`,
      { jwtAudience: [client.userPoolClientId] },
    );
    const anyone = new HttpNoneAuthorizer();
    const integrations = Object.fromEntries(
      Object.entries(areas).map(([name, { function: target }]) => [
        name,
        // One permission for the whole API: one a route would soon fill the 20 kB that a function's policy may have.
        new HttpLambdaIntegration(`${name}Area`, target, { scopePermissionToRoute: false }),
      ]),
    );
    const routes: readonly Route[] = Object.values(ROUTES);
    for (const { area: name, method, path, caller } of routes) {
      const integration = integrations[name];
      if (!integration) throw new Error(`The area ${name} has no function.`);
      const added = http.addRoutes({
        path,
        methods: [HttpMethod[method]],
        integration,
        authorizer: caller === 'user' ? users : anyone,
      });
      if (caller !== 'user') {
        for (const open of added)
          Validations.of(open).acknowledge({ id: 'AwsSolutions-APIG4', reason: OPEN_ROUTES[caller] });
      }
    }
    (httpStage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
      routes
        .filter(({ area: name }) => name === 'widget')
        .map(({ method, path }) => [
          `${method} ${path}`,
          {
            ThrottlingRateLimit: THROTTLE.visitor.rateLimit,
            ThrottlingBurstLimit: THROTTLE.visitor.burstLimit,
          },
        ]),
    );
    // Route settings name routes, which must be there before.
    for (const child of http.node.children) {
      if (child.node.id.includes('--')) httpStage.node.addDependency(child);
    }

    // — Stream —
    const streamFailures = deadLetterQueue(this, 'StreamFailures');
    Validations.of(streamFailures).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        'It is a dead-letter queue: of the stream, whose failed batches its event source mapping sends here.',
    });
    const streamArn = table.tableStreamArn ?? '';
    const dispatch = add('Dispatch', {
      bundle: 'stream-dispatch',
      description: 'Follows the changes of the table',
      timeout: Duration.seconds(30),
      environment: {
        ...speaking,
        WIDGET_BUCKET: widget.bucketName,
        INDEX_BUCKET: index.bucketName,
        UPLOADS_BUCKET: uploads.bucketName,
      },
      statements: [
        ...tableAccess,
        speak,
        // Publishes a bot whose own call died before it did.
        writeObjects(widget.bucketArn, 'w/'),
        deleteObjects(uploads.bucketArn, 'uploads/'),
        deleteObjects(index.bucketArn, 'index/'),
        sendMessages(streamFailures),
        readStream(streamArn),
      ],
    });
    new EventSourceMapping(this, 'StreamSource', {
      target: dispatch.function,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      // Without an end of its tries one bad record would hold its shard for a day.
      retryAttempts: 5,
      maxRecordAge: Duration.hours(6),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      parallelizationFactor: 2,
      onFailure: { bind: () => ({ destination: streamFailures.queueArn }) },
    });

    this.http = http;
    this.dispatch = dispatch;
    this.httpHost = `${http.apiId}.execute-api.${stage.region}.amazonaws.com`;
    this.socketHost = `${sockets.apiId}.execute-api.${stage.region}.amazonaws.com`;
    this.deadLetters = [failures.deadLetters, streamFailures];
    this.functions = functions;
  }

  /**
   * API Gateway writes the access log of a WebSocket API by a role of the whole account and region; without one
   * it refuses the stage. Kept when the stack goes, since other APIs of the account may use it by then.
   */
  private letApiGatewayLog(): CfnAccount {
    const role = new Role(this, 'ApiGatewayLogs', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'API Gateway writes access logs',
      managedPolicies: [ManagedPolicy.fromManagedPolicyArn(this, 'PushToLogs', PUSH_TO_LOGS)],
    });
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::${PUSH_TO_LOGS}]`,
      reason:
        "API Gateway takes no role for its logs that has less than this policy. It is API Gateway's alone: nothing of ours can assume it.",
    });
    const account = new CfnAccount(this, 'ApiGatewayAccount', { cloudWatchRoleArn: role.roleArn });
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return account;
  }

  private accessLog(id: string, stage: StageParameters): LogGroup {
    return new LogGroup(this, id, {
      retention: stage.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}
