import { Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { CfnVectorBucket } from 'aws-cdk-lib/aws-s3vectors';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type Area, ROUTES } from '../../functions/contract/routes';
import { answerModels, appOrigin, rootOrigin, type StageParameters } from '../config/stage';
import { ParleyFunction, type ParleyFunctionProps } from '../constructs/parley-function';
import { RoutedApi } from '../constructs/routed-api';
import { SocketApi } from '../constructs/socket-api';
import {
  allow,
  applyGuardrail,
  consumeQueue,
  deleteObjects,
  invokeModel,
  listVersions,
  readObjects,
  readSecrets,
  readStream,
  readTable,
  searchVectors,
  sendMail,
  sendMessages,
  streamModel,
  tellMissingObjects,
  writeObjects,
  writeTable,
} from '../constructs/statements';
import { deadLetterQueue, WorkQueue } from '../constructs/work-queue';

export interface ApiStackProps extends StackProps {
  readonly stage: StageParameters;
  readonly table: Table;
  readonly index: Bucket;
  readonly vectors: readonly CfnVectorBucket[];
  readonly widget: Bucket;
  readonly uploads: Bucket;
  readonly ingestQueue: Queue;
  readonly deadlinesQueue: Queue;
  readonly sitesQueue: Queue;
  readonly indexJobsQueue: Queue;
  readonly originSecret: ISecret;
  readonly signingSecret: ISecret;
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
}

/** An answer may take the model's time and the fallback's. */
const ANSWER_TIMEOUT = Duration.seconds(60);
/** Megabytes that come with a whole processor; half of them hold segments. */
const ANSWER_MEMORY = 1769;

const BOT_JOB_TIMEOUT = Duration.seconds(120);
/** Receivers may take ten seconds. */
const WEBHOOK_TIMEOUT = Duration.seconds(30);

/** What a function is given besides its name. */
type Own = Pick<ParleyFunctionProps, 'timeout' | 'memory' | 'environment' | 'statements'>;

/** What answers calls: the HTTP API by areas, the WebSocket API, the answer function, the stream's reader. */
export class ApiStack extends Stack {
  readonly httpApi: HttpApi;
  /** Where CloudFront finds the APIs. */
  readonly httpHost: string;
  readonly socketHost: string;
  /** Follows the table's stream. */
  readonly dispatch: ParleyFunction;
  readonly deadLetters: readonly Queue[];
  readonly functions: readonly ParleyFunction[];

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ApiStackProps,
  ) {
    super(scope, id, { ...(props.env && { env: props.env }) });
    const sockets = new SocketApi(this, 'Sockets', props);
    const answers = this.answers(sockets);
    const jobs = this.botJobs();
    const conversation = this.socketFunctions(sockets, answers.answer);
    const areas = this.areas(sockets, answers.answer);
    const http = new RoutedApi(this, 'Http', {
      stage: props.stage,
      routes: Object.values(ROUTES),
      functions: areas,
      userPoolId: props.userPool.userPoolId,
      userPoolClientId: props.client.userPoolClientId,
    });
    const webhooks = this.webhooks();
    const stream = this.stream(sockets, jobs.work.queue, webhooks.work.queue);

    this.httpApi = http.api;
    this.httpHost = http.host;
    this.socketHost = sockets.host;
    this.dispatch = stream.dispatch;
    this.deadLetters = [
      answers.failures.deadLetters,
      jobs.work.deadLetters,
      webhooks.work.deadLetters,
      stream.failures,
    ];
    this.functions = [
      answers.answer,
      answers.failedAnswers,
      jobs.worker,
      webhooks.worker,
      ...conversation,
      ...Object.values(areas),
      stream.dispatch,
    ];
  }

  /** The function that answers, and what answers where it didn't end. */
  private answers(sockets: SocketApi) {
    const failures = new WorkQueue(this, 'AnswerFailures', { functionTimeout: ANSWER_TIMEOUT });
    const answering = this.answering(sockets);
    const answer = this.function('Answer', 'socket-answer', 'Answers one message of a visitor', {
      timeout: ANSWER_TIMEOUT,
      memory: ANSWER_MEMORY,
      environment: answering.environment,
      statements: [...answering.statements, ...this.generating, sendMessages(failures.queue)],
    });
    answer.function.configureAsyncInvoke({
      // A repeated answer would be a second one; what failed goes to the queue, whose reader quotes instead.
      retryAttempts: 0,
      maxEventAge: Duration.minutes(2),
      onFailure: { bind: () => ({ destination: failures.queue.queueArn }) },
    });
    const failedAnswers = this.function(
      'FailedAnswers',
      'queue-failed-answers',
      'Answers with quotes, or says that it failed, where the answer function did not end',
      {
        timeout: ANSWER_TIMEOUT,
        memory: ANSWER_MEMORY,
        environment: answering.environment,
        statements: [...answering.statements, consumeQueue(failures.queue)],
      },
    );
    new EventSourceMapping(this, 'FailedAnswersSource', {
      target: failedAnswers.function,
      eventSourceArn: failures.queue.queueArn,
      batchSize: 1,
      reportBatchItemFailures: true,
    });
    return { answer, failedAnswers, failures };
  }

  /** What is done for a bot after the call that asked for it: it is erased, trained, or given another's documents. */
  private botJobs() {
    const { widget, index, uploads, deadlinesQueue, ingestQueue } = this.props;
    const work = new WorkQueue(this, 'BotJobs', { functionTimeout: BOT_JOB_TIMEOUT });
    const worker = this.function(
      'BotJobsWorker',
      'queue-bot-jobs',
      'Erases deleted bots, trains, copies knowledge, alerts teams',
      {
        timeout: BOT_JOB_TIMEOUT,
        environment: {
          ...this.tableName,
          BOT_JOBS_QUEUE_URL: work.queue.queueUrl,
          UPLOAD_DEADLINES_QUEUE_URL: deadlinesQueue.queueUrl,
          INGEST_QUEUE_URL: ingestQueue.queueUrl,
          UPLOADS_BUCKET: uploads.bucketName,
          INDEX_BUCKET: index.bucketName,
          WIDGET_BUCKET: widget.bucketName,
          MAIL_FROM: this.props.stage.mailFrom,
          APP_ORIGIN: appOrigin(this.props.stage),
        },
        statements: [
          ...this.tableAccess,
          consumeQueue(work.queue),
          // A team is told that a visitor waits for a person.
          sendMail(this.props.stage),
          // What there is no time for is left to another message.
          sendMessages(work.queue),
          sendMessages(deadlinesQueue),
          // Documents that are to be read again.
          sendMessages(ingestQueue),
          readObjects(uploads.bucketArn, 'uploads/'),
          tellMissingObjects(uploads.bucketArn),
          writeObjects(uploads.bucketArn, 'uploads/'),
          ...[
            { arn: uploads.bucketArn, prefix: 'uploads/' },
            { arn: uploads.bucketArn, prefix: 'attachments/' },
            { arn: index.bucketArn, prefix: 'index/' },
            { arn: widget.bucketArn, prefix: 'w/' },
          ].flatMap(({ arn, prefix }) => [listVersions(arn, prefix), deleteObjects(arn, prefix)]),
        ],
      },
    );
    new EventSourceMapping(this, 'BotJobsSource', {
      target: worker.function,
      eventSourceArn: work.queue.queueArn,
      batchSize: 1,
      reportBatchItemFailures: true,
    });
    return { work, worker };
  }

  /** What posts to bots' webhooks. It reaches strangers' hosts, so it may do nothing else. */
  private webhooks() {
    const work = new WorkQueue(this, 'Webhooks', { functionTimeout: WEBHOOK_TIMEOUT });
    const worker = this.function('WebhooksWorker', 'queue-webhooks', "Posts events to bots' webhooks", {
      timeout: WEBHOOK_TIMEOUT,
      environment: {
        ...this.tableName,
        WEBHOOKS_QUEUE_URL: work.queue.queueUrl,
        ALLOWED_PRIVATE_HOSTS: this.props.stage.allowedPrivateHosts.join(','),
      },
      statements: [
        ...this.tableAccess,
        consumeQueue(work.queue),
        // What is tried again later.
        sendMessages(work.queue),
      ],
    });
    new EventSourceMapping(this, 'WebhooksSource', {
      target: worker.function,
      eventSourceArn: work.queue.queueArn,
      batchSize: 5,
      reportBatchItemFailures: true,
    });
    return { work, worker };
  }

  /** The functions behind the routes of the WebSocket API. */
  private socketFunctions(sockets: SocketApi, answer: ParleyFunction): readonly ParleyFunction[] {
    const { originSecret } = this.props;
    const connect = this.function('Connect', 'socket-connect', 'Lets a socket in that shows a ticket', {
      environment: { ...this.tableName, ORIGIN_SECRET_ARN: originSecret.secretArn },
      statements: [...this.tableAccess, readSecrets(originSecret)],
    });
    const disconnect = this.function('Disconnect', 'socket-disconnect', 'Forgets a socket', {
      environment: this.tableName,
      statements: this.tableAccess,
    });
    const message = this.function('Message', 'socket-message', 'Stores and acknowledges what a socket says', {
      memory: 1024,
      environment: {
        ...this.tableName,
        SOCKET_API_ENDPOINT: sockets.endpoint,
        ANSWER_FUNCTION_NAME: answer.function.functionName,
        UPLOADS_BUCKET: this.props.uploads.bucketName,
      },
      statements: [
        ...this.tableAccess,
        sockets.mayManageConnections,
        allow(['lambda:InvokeFunction'], [answer.function.functionArn]),
        // What a file that a message brings really is.
        readObjects(this.props.uploads.bucketArn, 'attachments/'),
        tellMissingObjects(this.props.uploads.bucketArn),
      ],
    });
    sockets.route('$connect', connect);
    sockets.route('$disconnect', disconnect);
    sockets.route('$default', message);
    return [connect, disconnect, message];
  }

  /** The functions behind the routes of the HTTP API. */
  private areas(sockets: SocketApi, answer: ParleyFunction): Record<Area, ParleyFunction> {
    const { stage, userPool, client, originSecret, signingSecret, widget, uploads } = this.props;
    const { ingestQueue, deadlinesQueue, sitesQueue } = this.props;
    const answering = this.answering(sockets);
    const area = (name: Area, description: string, own: Own) =>
      this.function(`Http${name.charAt(0).toUpperCase()}${name.slice(1)}`, `http-${name}`, description, {
        timeout: own.timeout ?? Duration.seconds(15),
        // A larger share of a processor costs no more where less time is spent waiting for it.
        memory: own.memory ?? 1024,
        environment: {
          ...this.tableName,
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
      system: area('system', 'Health and the API document', {}),
      accounts: area('accounts', 'Profiles, accounts, tickets, sign-out', {
        environment: { SOCKET_API_ENDPOINT: sockets.endpoint },
        // The sockets of a session that ends are told and closed.
        statements: [...this.tableAccess, sockets.mayManageConnections],
      }),
      platform: area('platform', 'Votes, feedback, messages to the operator, error reports', {
        environment: { MAIL_FROM: stage.mailFrom, OPERATOR_EMAIL: stage.operator.email },
        statements: [...this.tableAccess, sendMail(stage)],
      }),
      bots: area('bots', 'Bots and what is published of them', {
        environment: { ...this.models, WIDGET_BUCKET: widget.bucketName },
        statements: [
          ...this.tableAccess,
          // The trials of its editors are conversations like visitors'.
          readSecrets(signingSecret),
          writeObjects(widget.bucketArn, 'w/'),
          // The address of a widget that is taken off the air.
          deleteObjects(widget.bucketArn, 'w/'),
          // The picture of a bot that is duplicated.
          readObjects(widget.bucketArn, 'w/'),
          tellMissingObjects(widget.bucketArn),
        ],
      }),
      templates: area('templates', 'Templates and the bots that are made from them', {
        environment: { ...this.models, WIDGET_BUCKET: widget.bucketName },
        // A bot that is deployed at once is published.
        statements: [...this.tableAccess, writeObjects(widget.bucketArn, 'w/')],
      }),
      documents: area('documents', 'Documents of a bot', {
        environment: {
          UPLOADS_BUCKET: uploads.bucketName,
          INGEST_QUEUE_URL: ingestQueue.queueUrl,
          UPLOAD_DEADLINES_QUEUE_URL: deadlinesQueue.queueUrl,
        },
        statements: [
          ...this.tableAccess,
          // A presigned form or link may do what its signer may.
          writeObjects(uploads.bucketArn, 'uploads/'),
          readObjects(uploads.bucketArn, 'uploads/'),
          tellMissingObjects(uploads.bucketArn),
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
          ...this.tableAccess,
          sockets.mayManageConnections,
          // A presigned link may do what its signer may.
          readObjects(uploads.bucketArn, 'attachments/'),
        ],
      }),
      retrieval: area('retrieval', 'What a question finds in the documents of a bot, and its answer', {
        // It waits for the model.
        timeout: Duration.seconds(29),
        // Segments that were read stay in memory.
        memory: ANSWER_MEMORY,
        environment: this.writing.environment,
        statements: [...this.tableAccess, ...this.writing.statements],
      }),
      questions: area('questions', 'Pairs of question and answer, unanswered questions, test questions', {
        // A pair is read and indexed within its call, and a run asks all test questions.
        timeout: Duration.seconds(29),
        memory: ANSWER_MEMORY,
        environment: {
          ...this.writing.environment,
          UPLOADS_BUCKET: uploads.bucketName,
          INGEST_QUEUE_URL: ingestQueue.queueUrl,
          UPLOAD_DEADLINES_QUEUE_URL: deadlinesQueue.queueUrl,
        },
        statements: [
          ...this.tableAccess,
          ...this.writing.statements,
          writeObjects(uploads.bucketArn, 'uploads/'),
          readObjects(uploads.bucketArn, 'uploads/'),
          tellMissingObjects(uploads.bucketArn),
          writeObjects(this.props.index.bucketArn, 'index/'),
          // The segment of a pair that was deleted while it was read.
          deleteObjects(this.props.index.bucketArn, 'index/'),
          sendMessages(ingestQueue),
          sendMessages(deadlinesQueue),
        ],
      }),
      widget: area('widget', "Visitors' sessions, messages and sources", {
        timeout: Duration.seconds(29),
        memory: ANSWER_MEMORY,
        environment: {
          ...answering.environment,
          UPLOADS_BUCKET: uploads.bucketName,
          ANSWER_FUNCTION_NAME: answer.function.functionName,
        },
        statements: [
          ...answering.statements,
          ...this.generating,
          readSecrets(signingSecret),
          // What isn't answered within the call.
          allow(['lambda:InvokeFunction'], [answer.function.functionArn]),
          // Links to the originals that an answer cites, and what a file that a message brings really is.
          readObjects(uploads.bucketArn, 'uploads/'),
          readObjects(uploads.bucketArn, 'attachments/'),
          tellMissingObjects(uploads.bucketArn),
        ],
      }),
      integrations: area('integrations', 'Webhooks, secrets of identities, checks of snippets', {
        // It waits for strangers' hosts.
        timeout: Duration.seconds(20),
        environment: { ALLOWED_PRIVATE_HOSTS: stage.allowedPrivateHosts.join(',') },
        statements: this.tableAccess,
      }),
      sites: area('sites', 'Websites that bots read', {
        // It waits for strangers' hosts, twice.
        timeout: Duration.seconds(29),
        environment: {
          SITES_QUEUE_URL: sitesQueue.queueUrl,
          ALLOWED_PRIVATE_HOSTS: stage.allowedPrivateHosts.join(','),
        },
        statements: [...this.tableAccess, sendMessages(sitesQueue)],
      }),
      visitors: area('visitors', "Visitors' files, ratings, transcripts, and who they are", {
        environment: {
          SOCKET_API_ENDPOINT: sockets.endpoint,
          UPLOADS_BUCKET: uploads.bucketName,
          MAIL_FROM: stage.mailFrom,
        },
        statements: [
          ...this.tableAccess,
          readSecrets(signingSecret),
          sockets.mayManageConnections,
          // A presigned form or link may do what its signer may.
          writeObjects(uploads.bucketArn, 'attachments/'),
          readObjects(uploads.bucketArn, 'attachments/'),
          sendMail(stage),
        ],
      }),
    };
  }

  /** What follows from changes of the table. A stream's shard bears two readers: this one dispatches to all. */
  private stream(sockets: SocketApi, botJobs: Queue, webhooks: Queue) {
    const { table, widget, index, uploads } = this.props;
    const failures = deadLetterQueue(this, 'StreamFailures');
    Validations.of(failures).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        'It is a dead-letter queue: of the stream, whose failed batches its event source mapping sends here.',
    });
    const { tableStreamArn } = table;
    if (tableStreamArn === undefined) throw new Error('The table has no stream.');
    const dispatch = this.function('Dispatch', 'stream-dispatch', 'Follows the changes of the table', {
      timeout: Duration.seconds(30),
      environment: {
        ...this.tableName,
        SOCKET_API_ENDPOINT: sockets.endpoint,
        WIDGET_BUCKET: widget.bucketName,
        INDEX_BUCKET: index.bucketName,
        UPLOADS_BUCKET: uploads.bucketName,
        BOT_JOBS_QUEUE_URL: botJobs.queueUrl,
        WEBHOOKS_QUEUE_URL: webhooks.queueUrl,
        INDEX_JOBS_QUEUE_URL: this.props.indexJobsQueue.queueUrl,
        // Where the vectors of a bot belong, when it has grown.
        VECTOR_INDEX_FROM: String(this.props.stage.vectorIndexFrom),
        EMBEDDING_MODEL: this.props.stage.embeddingModel,
      },
      statements: [
        ...this.tableAccess,
        sockets.mayManageConnections,
        sendMessages(botJobs),
        sendMessages(this.props.indexJobsQueue),
        sendMessages(webhooks),
        // Publishes a bot whose own call died before it did.
        writeObjects(widget.bucketArn, 'w/'),
        deleteObjects(widget.bucketArn, 'w/'),
        // An original that nobody took in has versions that the table doesn't know.
        listVersions(uploads.bucketArn, 'uploads/'),
        deleteObjects(uploads.bucketArn, 'uploads/'),
        // A visitor's file that no message brought, or whose conversation is erased.
        listVersions(uploads.bucketArn, 'attachments/'),
        deleteObjects(uploads.bucketArn, 'attachments/'),
        deleteObjects(index.bucketArn, 'index/'),
        sendMessages(failures),
        readStream(tableStreamArn),
      ],
    });
    new EventSourceMapping(this, 'StreamSource', {
      target: dispatch.function,
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      // Without an end of its tries one bad record would hold its shard for a day.
      retryAttempts: 5,
      maxRecordAge: Duration.hours(6),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      parallelizationFactor: 2,
      onFailure: { bind: () => ({ destination: failures.queueArn }) },
    });
    return { dispatch, failures };
  }

  /** What every function has that answers visitors or quotes. */
  private answering(sockets: SocketApi) {
    return {
      environment: {
        ...this.tableName,
        ...this.writing.environment,
        SOCKET_API_ENDPOINT: sockets.endpoint,
      },
      statements: [...this.tableAccess, ...this.finding.statements, sockets.mayManageConnections],
    };
  }

  /** What finding passages needs. */
  private get finding() {
    const { stage, index, vectors } = this.props;
    return {
      environment: {
        INDEX_BUCKET: index.bucketName,
        VECTOR_BUCKETS: vectors.map(({ attrVectorBucketArn }) => attrVectorBucketArn).join(','),
        EMBEDDING_MODEL: stage.embeddingModel,
      },
      statements: [
        searchVectors(vectors),
        readObjects(index.bucketArn, 'index/'),
        tellMissingObjects(index.bucketArn),
        ...(stage.embeddingModel === 'none' ? [] : [invokeModel(stage, stage.embeddingModel)]),
      ],
    };
  }

  /** What writing an answer needs. */
  private get writing() {
    const { stage } = this.props;
    return {
      environment: {
        ...this.finding.environment,
        ...this.models,
        ANSWER_MODEL: stage.answerModel,
        ...(stage.guardrail && {
          GUARDRAIL_ID: stage.guardrail.id,
          GUARDRAIL_VERSION: stage.guardrail.version,
        }),
      },
      statements: [...this.finding.statements, ...this.generating],
    };
  }

  /** What it takes beside finding. */
  private get generating(): readonly PolicyStatement[] {
    const { stage } = this.props;
    return [
      ...answerModels(stage).map(({ id }) => streamModel(stage, id)),
      ...(stage.guardrail ? [applyGuardrail(stage, stage.guardrail.id)] : []),
    ];
  }

  /** Those that a bot may choose. */
  private get models() {
    return {
      ANSWER_MODELS: answerModels(this.props.stage)
        .map(({ id }) => id)
        .join(','),
    };
  }

  private get tableName() {
    return { TABLE_NAME: this.props.table.tableName };
  }

  private get tableAccess(): readonly PolicyStatement[] {
    return [readTable(this.props.table), writeTable(this.props.table)];
  }

  private function(id: string, bundle: string, description: string, own: Own): ParleyFunction {
    return new ParleyFunction(this, id, { stage: this.props.stage, bundle, description, ...own });
  }
}
