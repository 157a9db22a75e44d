import * as z from 'zod';
import type { Resource } from '#infra/local/assembly/model';
import { readProperties } from '#infra/local/assembly/properties';
import type { LocalContext } from '#infra/local/service';
import { serviceError } from './errors';

const KeySchema = z
  .array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }))
  .min(1)
  .max(2);

const Projection = z.object({
  ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']).default('ALL'),
  NonKeyAttributes: z.array(z.string()).optional(),
});

const Index = z.object({ IndexName: z.string(), KeySchema, Projection });
export type Index = z.infer<typeof Index>;

/** Properties of AWS::DynamoDB::Table and of AWS::DynamoDB::GlobalTable that make a difference here. */
const TableProperties = z.object({
  KeySchema,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  BillingMode: z.enum(['PAY_PER_REQUEST', 'PROVISIONED']).default('PROVISIONED'),
  GlobalSecondaryIndexes: z.array(Index).default([]),
  LocalSecondaryIndexes: z.array(Index).default([]),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) })
    .optional(),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string().optional(), Enabled: z.boolean() })
    .optional(),
  DeletionProtectionEnabled: z.boolean().default(false),
  PointInTimeRecoverySpecification: z
    .object({
      PointInTimeRecoveryEnabled: z.boolean(),
      RecoveryPeriodInDays: z.number().int().min(1).max(35).default(35),
    })
    .optional(),
});

/** A table as the template says it is. */
export interface Table extends z.infer<typeof TableProperties> {
  readonly TableName: string;
  readonly arn: string;
  readonly streamArn: string | undefined;
  /** Attribute that says when an item expires. */
  readonly expiry: string | undefined;
  /** How many days back it can be restored to any second; undefined without point-in-time recovery. */
  readonly recoveryDays: number | undefined;
}

export function readTable(resource: Resource, { region, accountId }: LocalContext): Table {
  const properties = readProperties(TableProperties, resource);
  const ttl = properties.TimeToLiveSpecification;
  const recovery = properties.PointInTimeRecoverySpecification;
  const arn = resource.attributes.Arn ?? `arn:aws:dynamodb:${region}:${accountId}:table/${resource.id}`;
  return {
    ...properties,
    TableName: resource.id,
    arn,
    streamArn: properties.StreamSpecification
      ? (resource.attributes.StreamArn ?? `${arn}/stream/local`)
      : undefined,
    expiry: ttl?.Enabled ? ttl.AttributeName : undefined,
    recoveryDays: recovery?.PointInTimeRecoveryEnabled ? recovery.RecoveryPeriodInDays : undefined,
  };
}

export function indexesOf(table: Table): readonly Index[] {
  return [...table.GlobalSecondaryIndexes, ...table.LocalSecondaryIndexes];
}

export class Tables {
  private readonly byName: Map<string, Table>;
  private readonly byStream: ReadonlyMap<string, Table>;

  /** Those of the template. */
  constructor(tables: readonly Table[]) {
    this.byName = new Map(tables.map((table) => [table.TableName, table]));
    this.byStream = new Map(tables.flatMap((table) => (table.streamArn ? [[table.streamArn, table]] : [])));
  }

  get all(): readonly Table[] {
    return [...this.byName.values()];
  }

  /** A table that was restored: it has no stream. */
  add(table: Table): void {
    this.byName.set(table.TableName, table);
  }

  remove({ TableName }: Table): void {
    this.byName.delete(TableName);
  }

  find(name: string): Table | undefined {
    return this.byName.get(name);
  }

  get(name: string): Table {
    const table = this.byName.get(name);
    if (!table) throw serviceError('ResourceNotFoundException', 'Requested resource not found');
    return table;
  }

  ofStream(arn: string): Table {
    const table = this.byStream.get(arn);
    if (!table) {
      throw serviceError(
        'ResourceNotFoundException',
        `Requested resource not found: Stream: ${arn} not found`,
      );
    }
    return table;
  }
}

/** What DescribeTable says. */
export function describeTable(table: Table, itemCount: number): Readonly<Record<string, unknown>> {
  const throughput = { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 };
  const indexes = (list: readonly Index[]) =>
    list.map((index) => ({ ...index, IndexArn: `${table.arn}/index/${index.IndexName}`, ItemCount: 0 }));
  return {
    TableName: table.TableName,
    TableArn: table.arn,
    TableStatus: 'ACTIVE',
    KeySchema: table.KeySchema,
    AttributeDefinitions: table.AttributeDefinitions,
    ItemCount: itemCount,
    ProvisionedThroughput: throughput,
    ...(table.BillingMode === 'PAY_PER_REQUEST' && {
      BillingModeSummary: { BillingMode: table.BillingMode },
    }),
    ...(table.GlobalSecondaryIndexes.length > 0 && {
      GlobalSecondaryIndexes: indexes(table.GlobalSecondaryIndexes).map((index) => ({
        ...index,
        IndexStatus: 'ACTIVE',
        ProvisionedThroughput: throughput,
      })),
    }),
    ...(table.LocalSecondaryIndexes.length > 0 && {
      LocalSecondaryIndexes: indexes(table.LocalSecondaryIndexes),
    }),
    ...(table.StreamSpecification && {
      StreamSpecification: { StreamEnabled: true, ...table.StreamSpecification },
      LatestStreamArn: table.streamArn,
      LatestStreamLabel: table.streamArn?.slice(table.streamArn.lastIndexOf('/') + 1),
    }),
    DeletionProtectionEnabled: table.DeletionProtectionEnabled,
  };
}

/** What DescribeTimeToLive says. */
export function describeTimeToLive(table: Table): Readonly<Record<string, unknown>> {
  return table.expiry
    ? { TimeToLiveStatus: 'ENABLED', AttributeName: table.expiry }
    : { TimeToLiveStatus: 'DISABLED' };
}
