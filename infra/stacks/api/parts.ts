import type { UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { CfnVectorBucket } from 'aws-cdk-lib/aws-s3vectors';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { answerModels, mailConfigurationSet, type StageParameters } from '#infra/config/stage';
import { ParleyFunction, type ParleyFunctionProps } from '#infra/constructs/parley-function';
import type { SocketApi } from '#infra/constructs/socket-api';
import {
  applyGuardrail,
  detectMissingObjects,
  invokeModel,
  readObjects,
  readSecrets,
  readTable,
  searchVectors,
  sendMail,
  streamModel,
  writeTable,
} from '#infra/constructs/statements';
import type { WorkQueue } from '#infra/constructs/work-queue';

/** What the functions of the APIs are made with. */
export interface ApiProps {
  readonly stage: StageParameters;
  readonly table: Table;
  readonly index: Bucket;
  readonly exports: Bucket;
  readonly vectors: readonly CfnVectorBucket[];
  readonly widget: Bucket;
  readonly uploads: Bucket;
  readonly logs: Bucket;
  readonly ingestQueue: Queue;
  readonly deadlinesQueue: Queue;
  readonly sitesQueue: Queue;
  readonly indexJobsQueue: Queue;
  /** Those of other stacks, with what failed for good in each. */
  readonly workQueues: readonly WorkQueue[];
  readonly originSecret: ISecret;
  readonly signingSecret: ISecret;
  readonly paymentsSecret: ISecret;
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
}

/** What a function is given besides its name. */
export type Own = Pick<
  ParleyFunctionProps,
  'timeout' | 'memory' | 'reserved' | 'released' | 'traced' | 'environment' | 'statements'
>;

export type Described = Own & Pick<ParleyFunctionProps, 'description'>;

/** Megabytes that come with a whole processor; half of them hold segments. */
export const ANSWER_MEMORY = 1769;

/** What several functions of the APIs have in common: grants, and what the code reads of its environment. */
export class ApiParts {
  constructor(
    readonly scope: Construct,
    readonly props: ApiProps,
  ) {}

  /** What every function has that answers visitors or quotes. */
  answering(sockets: SocketApi) {
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
  get finding() {
    const { stage, index, vectors } = this.props;
    return {
      environment: {
        INDEX_BUCKET: index.bucketName,
        VECTOR_BUCKETS: vectors.map(({ attrVectorBucketArn }) => attrVectorBucketArn).join(','),
        EMBEDDING_MODEL: stage.embeddingModel,
        MODEL_BUDGET_USD: String(stage.modelBudgetUsd),
      },
      statements: [
        ...searchVectors(vectors),
        readObjects(index.bucketArn, 'index/'),
        detectMissingObjects(index.bucketArn),
        ...(stage.embeddingModel === 'none' ? [] : [invokeModel(stage, stage.embeddingModel)]),
      ],
    };
  }

  /** What writing an answer needs. */
  get writing() {
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
  get generating(): readonly PolicyStatement[] {
    const { stage } = this.props;
    return [
      ...answerModels(stage).map(({ id }) => streamModel(stage, id)),
      ...(stage.guardrail ? [applyGuardrail(stage, stage.guardrail.id)] : []),
    ];
  }

  /** What every function has that mails: addresses are counted by a hash, which the origin secret keys. */
  get mailing() {
    const { stage, originSecret } = this.props;
    return {
      environment: {
        MAIL_FROM: stage.mailFrom,
        MAIL_CONFIGURATION_SET: mailConfigurationSet(stage),
        ORIGIN_SECRET_ARN: originSecret.secretArn,
      },
      statements: [sendMail(stage), readSecrets(originSecret)],
    };
  }

  /** Those that a bot may choose. */
  get models() {
    return {
      ANSWER_MODELS: answerModels(this.props.stage)
        .map(({ id }) => id)
        .join(','),
    };
  }

  get tableName() {
    return { TABLE_NAME: this.props.table.tableName };
  }

  get tableAccess(): readonly PolicyStatement[] {
    return [readTable(this.props.table), writeTable(this.props.table)];
  }

  function(id: string, bundle: string, description: string, own: Own): ParleyFunction {
    return new ParleyFunction(this.scope, id, { stage: this.props.stage, bundle, description, ...own });
  }
}
