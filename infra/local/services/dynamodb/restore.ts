import * as z from 'zod';
import { serviceError, validationError } from './errors';
import { earliestRestore, itemsAt } from './history';
import { definitionOf, expiriesOf, indexOf, itemsOf, RESTORED, restoredTable, under } from './keyspace';
import type { Request } from './request';
import type { Store } from './store';
import { describeTable, indexesOf, type Table, type Tables } from './tables';

const Restore = z.object({
  SourceTableName: z.string(),
  TargetTableName: z.string().regex(/^[\w.-]{3,255}$/),
  /** Seconds since the epoch. */
  RestoreDateTime: z.number().optional(),
  UseLatestRestorableTime: z.boolean().default(false),
  /** Only fewer indexes than the source has can be asked for. */
  GlobalSecondaryIndexOverride: z.array(z.object({ IndexName: z.string() })).optional(),
});

/** DescribeContinuousBackups. */
export async function describeBackups(table: Table, store: Store, now: number): Promise<Request> {
  const enabled = table.recoveryDays !== undefined;
  return {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: {
        PointInTimeRecoveryStatus: enabled ? 'ENABLED' : 'DISABLED',
        ...(enabled && {
          RecoveryPeriodInDays: table.recoveryDays,
          EarliestRestorableDateTime: (await earliestRestore(table, store, now)) / 1000,
          LatestRestorableDateTime: now / 1000,
        }),
      },
    },
  };
}

/**
 * RestoreTableToPointInTime: another table with the items of the source as they were. As on AWS it has neither stream
 * nor expiry nor recovery of its own. It is there at once; AWS takes minutes to hours.
 */
export async function restoreTable(
  body: Request,
  store: Store,
  tables: Tables,
  now: number,
): Promise<Request> {
  const parsed = Restore.safeParse(body);
  if (!parsed.success) throw validationError(z.prettifyError(parsed.error));
  const { SourceTableName, TargetTableName, ...asked } = parsed.data;
  const source = tables.find(SourceTableName);
  if (!source) throw serviceError('TableNotFoundException', `Table not found: ${SourceTableName}`);
  if (source.recoveryDays === undefined)
    throw serviceError(
      'PointInTimeRecoveryUnavailableException',
      `Point in time recovery is not enabled for table '${SourceTableName}'`,
    );
  if (tables.find(TargetTableName))
    throw serviceError('TableAlreadyExistsException', `Table already exists: ${TargetTableName}`);
  const time = asked.UseLatestRestorableTime ? now : (asked.RestoreDateTime ?? Number.NaN) * 1000;
  if (!(time >= (await earliestRestore(source, store, now)) && time <= now))
    throw serviceError(
      'InvalidRestoreTimeException',
      'RestoreDateTime is not between EarliestRestorableDateTime and LatestRestorableDateTime',
    );
  const table = copyOf(source, TargetTableName, asked.GlobalSecondaryIndexOverride);
  await store.exclusively(async (commit) => {
    const items = await itemsAt(source, store, time);
    await store.db.put(restoredTable(TargetTableName), table);
    await commit({
      changes: [...items].map(([key, next]) => ({ table, key, old: undefined, next })),
    });
  });
  tables.add(table);
  return { TableDescription: { ...describeTable(table, 0), TableStatus: 'CREATING' } };
}

/** DeleteTable: of tables that were restored; those of the template go with its stack. */
export async function deleteTable(table: Table, store: Store, tables: Tables): Promise<Request> {
  if (table.DeletionProtectionEnabled)
    throw validationError(
      'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
    );
  const { TableName } = table;
  if (!(await store.db.get(restoredTable(TableName))))
    throw validationError(`Table ${TableName} is made from the template: it can't be deleted locally`);
  tables.remove(table);
  const ranges = [itemsOf(TableName), expiriesOf(TableName)];
  for (const { IndexName } of indexesOf(table)) ranges.push(indexOf(TableName, IndexName));
  for (const prefix of ranges) await store.removeRange(under(prefix));
  await store.db.del(definitionOf(TableName));
  await store.db.del(restoredTable(TableName));
  return { TableDescription: { ...describeTable(table, 0), TableStatus: 'DELETING' } };
}

/** The tables that were restored and not deleted again. */
export async function restoredTables(store: Store): Promise<readonly Table[]> {
  return (await store.db.values(under(RESTORED)).all()) as Table[];
}

function copyOf(
  source: Table,
  TableName: string,
  indexes: readonly { readonly IndexName: string }[] | undefined,
): Table {
  const { StreamSpecification: _, TimeToLiveSpecification: __, ...properties } = source;
  return {
    ...properties,
    TableName,
    arn: source.arn.replace(/[^/]+$/, TableName),
    streamArn: undefined,
    expiry: undefined,
    recoveryDays: undefined,
    DeletionProtectionEnabled: false,
    GlobalSecondaryIndexes: source.GlobalSecondaryIndexes.filter(
      ({ IndexName }) => !indexes || indexes.some((wanted) => wanted.IndexName === IndexName),
    ),
  };
}
