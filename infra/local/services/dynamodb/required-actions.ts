import type { LocalContext, RequiredAction } from '#infra/local/service';
import type { Request } from './request';

/** The IAM actions of a call, each on the table, index or stream that it names. */
export function requiredActionsOf(
  operation: string,
  body: Request,
  context: LocalContext,
): readonly RequiredAction[] {
  const action = `dynamodb:${operation}`;
  switch (operation) {
    case 'TransactWriteItems':
      return entriesOf(body.TransactItems).map(([kind, item]) => ({
        action: TRANSACTED[kind] ?? action,
        resource: tableArn(item, context),
      }));
    case 'TransactGetItems':
      return entriesOf(body.TransactItems).map(([, item]) => ({
        action: 'dynamodb:GetItem',
        resource: tableArn(item, context),
      }));
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys(asObject(body.RequestItems)).map((TableName) => ({
        action,
        resource: tableArn({ TableName }, context),
      }));
    case 'DescribeStream':
    case 'GetShardIterator':
      return [{ action, resource: String(body.StreamArn) }];
    case 'GetRecords':
      return [{ action, resource: String(body.ShardIterator).split('|')[0] ?? '' }];
    case 'RestoreTableToPointInTime':
      return [
        { action, resource: tableArn({ TableName: body.SourceTableName }, context) },
        { action, resource: tableArn({ TableName: body.TargetTableName }, context) },
      ];
    case 'ListTables':
    case 'ListStreams':
      return [{ action, resource: '*' }];
    default:
      return [{ action, resource: tableArn(body, context) }];
  }
}

const TRANSACTED: Readonly<Record<string, string>> = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
};

function tableArn(target: unknown, { region, accountId }: LocalContext): string {
  const { TableName, IndexName } = asObject(target);
  const table = `arn:aws:dynamodb:${region}:${accountId}:table/${TableName}`;
  return IndexName === undefined ? table : `${table}/index/${IndexName}`;
}

/** The calls of a transaction: `[{ Put: {…} }, { Delete: {…} }]`. */
function entriesOf(items: unknown): [string, unknown][] {
  return Array.isArray(items) ? items.flatMap((item) => Object.entries(asObject(item))) : [];
}

function asObject(value: unknown): Request {
  return typeof value === 'object' && value !== null ? (value as Request) : {};
}
