import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDynamoDb, type DynamoDbService } from '#infra/local/services/dynamodb/service';
import { resource } from '#test/helpers/serve-service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { call, type Item, keyOf, readAll, replay } from './dynamodb-history';

const TABLE = 'Table';
const STREAM = 'arn:aws:dynamodb:eu-central-1:000000000000:table/Table/stream/local';

let folder: string;
let service: DynamoDbService;

beforeEach(async () => {
  folder = temporaryFolder();
  const keys = ['pk', 'sk'];
  service = createDynamoDb(
    {
      directory: folder,
      region: 'eu-central-1',
      accountId: '000000000000',
      endpoint: '',
      secretFor: () => undefined,
      log: (line) => {
        throw new Error(line);
      },
    },
    {
      tables: [
        resource(
          'AWS::DynamoDB::Table',
          TABLE,
          {
            KeySchema: keys.map((AttributeName, at) => ({ AttributeName, KeyType: at ? 'RANGE' : 'HASH' })),
            AttributeDefinitions: [...keys, 'group'].map((AttributeName) => ({
              AttributeName,
              AttributeType: 'S',
            })),
            GlobalSecondaryIndexes: [
              {
                IndexName: 'groups',
                KeySchema: [{ AttributeName: 'group', KeyType: 'HASH' }],
                Projection: { ProjectionType: 'ALL' },
              },
            ],
            StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
          },
          { StreamArn: STREAM },
        ),
      ],
    },
  );
  await service.start();
});

afterEach(() => service.stop());

/** The same numbers in every run: a failure can be run again. */
function randomness(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A write as the API takes it, and what it does to a plain map. */
interface Write {
  readonly kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  readonly key: string;
  readonly request: Record<string, unknown>;
  readonly holds: (item: Item | undefined) => boolean;
  readonly apply: (item: Item | undefined) => Item | undefined;
}

function randomWrite(below: (limit: number) => number, allowed: readonly Write['kind'][]): Write {
  const kind = allowed[below(allowed.length)] ?? 'Put';
  const Key: Item = { pk: { S: `p${below(2)}` }, sk: { S: `s${below(4)}` } };
  const condition = CONDITIONS[kind === 'ConditionCheck' ? 1 + below(3) : below(4)] ?? CONDITIONS[0];
  const request = {
    TableName: TABLE,
    ...(condition.expression !== '' && { ConditionExpression: condition.expression }),
  };
  const common = { kind, key: keyOf(Key), holds: condition.holds };
  const values = condition.expression.includes(':limit') ? { ':limit': { N: '3' } } : {};
  const withValues = (more: Record<string, unknown> = {}) => {
    const all = { ...values, ...more };
    return Object.keys(all).length > 0 ? { ExpressionAttributeValues: all } : {};
  };
  const group = { S: `g${below(3)}` };
  switch (kind) {
    case 'Put': {
      const Item = { ...Key, n: { N: String(below(6)) }, ...(below(2) ? { group } : {}) };
      return { ...common, request: { ...request, ...withValues(), Item }, apply: () => Item };
    }
    case 'Update':
      return {
        ...common,
        request: {
          ...request,
          Key,
          UpdateExpression: 'SET #g = :g ADD n :one',
          ExpressionAttributeNames: { '#g': 'group' },
          ...withValues({ ':g': group, ':one': { N: '1' } }),
        },
        apply: (item) => ({
          ...Key,
          ...item,
          group,
          n: { N: String(Number(item?.n?.N ?? 0) + 1) },
        }),
      };
    default:
      return {
        ...common,
        request: { ...request, Key, ...withValues() },
        apply: (item) => (kind === 'Delete' ? undefined : item),
      };
  }
}

const CONDITIONS = [
  { expression: '', holds: () => true },
  { expression: 'attribute_exists(pk)', holds: (item: Item | undefined) => item !== undefined },
  { expression: 'attribute_not_exists(pk)', holds: (item: Item | undefined) => item === undefined },
  { expression: 'n < :limit', holds: (item: Item | undefined) => Number(item?.n?.N ?? Number.NaN) < 3 },
] as const;

test.each([1, 2, 3, 4])(
  'random writes and transactions leave what a plain map would hold (seed %d)',
  async (seed) => {
    const below = randomness(seed);
    const model = new Map<string, Item>();
    const apply = ({ key, apply: change }: Write) => {
      const next = change(model.get(key));
      if (next) model.set(key, next);
      else model.delete(key);
    };
    for (let step = 0; step < 400; step++) {
      if (below(2) === 0) {
        const write = randomWrite(below, ['Put', 'Update', 'Delete']);
        const { error } = await call(service, `${write.kind}Item`, write.request);
        const holds = write.holds(model.get(write.key));
        expect(error).toBe(holds ? undefined : 'ConditionalCheckFailedException');
        if (holds) apply(write);
        continue;
      }
      const writes = Array.from({ length: 1 + below(4) }, () =>
        randomWrite(below, ['Put', 'Update', 'Delete', 'ConditionCheck']),
      );
      const { error, body } = await call(service, 'TransactWriteItems', {
        TransactItems: writes.map(({ kind, request }) => ({ [kind]: request })),
      });
      if (new Set(writes.map(({ key }) => key)).size < writes.length) {
        expect(error).toBe('ValidationException');
        continue;
      }
      const held = writes.map((write) => write.holds(model.get(write.key)));
      if (held.every(Boolean)) {
        expect(error).toBeUndefined();
        for (const write of writes) apply(write);
      } else {
        expect(error).toBe('TransactionCanceledException');
        const reasons = body.CancellationReasons as { Code: string }[];
        expect(reasons.map(({ Code }) => Code)).toEqual(
          held.map((holds) => (holds ? 'None' : 'ConditionalCheckFailed')),
        );
      }
    }
    expect(sorted(await readAll(service, TABLE))).toEqual(sorted(model));
    expect(sorted(await replay(service, STREAM))).toEqual(sorted(model));
    const grouped = new Map([...model].filter(([, item]) => item.group !== undefined));
    expect(sorted(await readAll(service, TABLE, 'groups'))).toEqual(sorted(grouped));
  },
);

test('under concurrent writers transactions are seen whole, and single writes come before or after them', async () => {
  const ACCOUNTS = 5;
  const START = 100;
  const account = (n: number): Item => ({ pk: { S: 'account' }, sk: { S: String(n) } });
  for (let n = 0; n < ACCOUNTS; n++) {
    await call(service, 'PutItem', { TableName: TABLE, Item: { ...account(n), n: { N: String(START) } } });
  }
  const add = (n: number, amount: number) => ({
    TableName: TABLE,
    Key: account(n),
    UpdateExpression: 'ADD n :amount, writes :one',
    ExpressionAttributeValues: { ':amount': { N: String(amount) }, ':one': { N: '1' } },
  });
  let written = 0;
  const transfers = async (seed: number) => {
    const below = randomness(seed);
    for (let round = 0; round < 60; round++) {
      const from = below(ACCOUNTS);
      const to = (from + 1 + below(ACCOUNTS - 1)) % ACCOUNTS;
      const amount = 1 + below(30);
      const { error } = await call(service, 'TransactWriteItems', {
        TransactItems: [
          {
            Update: {
              ...add(from, -amount),
              ConditionExpression: 'n >= :enough',
              ExpressionAttributeValues: {
                ...add(from, -amount).ExpressionAttributeValues,
                ':enough': { N: String(amount) },
              },
            },
          },
          { Update: add(to, amount) },
        ],
      });
      if (error === undefined) written += 2;
      else expect(error).toBe('TransactionCanceledException');
    }
  };
  const touches = async () => {
    for (let round = 0; round < 60; round++) {
      await call(service, 'UpdateItem', add(round % ACCOUNTS, 0));
      written += 1;
    }
  };
  const audits = async () => {
    for (let round = 0; round < 60; round++) {
      const { body } = await call(service, 'TransactGetItems', {
        TransactItems: Array.from({ length: ACCOUNTS }, (_, n) => ({
          Get: { TableName: TABLE, Key: account(n) },
        })),
      });
      const balances = (body.Responses as { Item: Item }[]).map(({ Item }) => Number(Item.n?.N));
      expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(ACCOUNTS * START);
      expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
    }
  };
  await Promise.all([transfers(1), transfers(2), transfers(3), touches(), audits(), audits()]);

  const table = await readAll(service, TABLE);
  const writes = [...table.values()].reduce((sum, item) => sum + Number(item.writes?.N ?? 0), 0);
  expect(writes).toBe(written);
  expect(sorted(await replay(service, STREAM))).toEqual(sorted(table));
});

function sorted(items: ReadonlyMap<string, Item>): [string, Item][] {
  return [...items].sort(([one], [other]) => (one < other ? -1 : 1));
}
