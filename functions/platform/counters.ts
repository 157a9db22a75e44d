import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { environment } from './environment';
import { type ItemKey, updateItem } from './raw-table';
import { documentClient } from './table';
import { type ConditionalWrite, ifHolds } from './table-writes';

/** Items of counters whose names are data, such as topics: no entity can name them. */
export type Counters = Readonly<Record<string, number>>;

/** Prefix of counters, which keeps their names apart from those of an item's own attributes. */
const PREFIX = '=';

/** Adds to counters of an item, and makes it where there is none, as a write of a transaction. */
export function countersTransaction(
  Key: ItemKey,
  counters: Counters,
  attributes: Readonly<Record<string, string>> = {},
): ConditionalWrite {
  const [added, fixed] = [Object.entries(counters), Object.entries(attributes)];
  const set = fixed.map((_, place) => `#f${place} = :f${place}`).join(', ');
  const params = () => ({
    Update: {
      TableName: environment('TABLE_NAME'),
      Key: { ...Key },
      UpdateExpression: `${set === '' ? '' : `SET ${set} `}ADD ${added.map((_, place) => `#c${place} :c${place}`).join(', ')}`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(fixed.map(([name], place) => [`#f${place}`, name])),
        ...Object.fromEntries(added.map(([name], place) => [`#c${place}`, PREFIX + name])),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(fixed.map(([, value], place) => [`:f${place}`, value])),
        ...Object.fromEntries(added.map(([, by], place) => [`:c${place}`, by])),
      },
    },
  });
  return { write: { params } as unknown as ConditionalWrite['write'] };
}

/**
 * Takes `parts` off the item's counters and adds their sum to the counter `into`, as a write of a transaction. A counter
 * that comes to nothing is removed, name and all. The condition fails where one of them was changed since the item was
 * read.
 */
export function foldCountersTransaction(...of: Parameters<typeof foldUpdate>): ConditionalWrite {
  const params = () => ({ Update: { TableName: environment('TABLE_NAME'), ...foldUpdate(...of) } });
  return { write: { params } as unknown as ConditionalWrite['write'] };
}

/** The same by itself. False where one of them was changed since the item was read. */
export function foldCounters(...of: Parameters<typeof foldUpdate>): Promise<boolean> {
  return ifHolds(updateItem(foldUpdate(...of)));
}

function foldUpdate(item: CounterItem, parts: Counters, into: string) {
  const folded = Object.entries(parts).map(([name, by], place) => {
    const value = item.counters[name] ?? 0;
    return {
      name,
      by,
      value,
      isGone: value <= by,
      attribute: `#c${place}`,
      was: `:w${place}`,
      less: `:l${place}`,
    };
  });
  const sum = folded.reduce((total, { by }) => total + by, 0);
  const gone = folded.filter(({ isGone }) => isGone).map(({ attribute }) => attribute);
  const left = folded.filter(({ isGone }) => !isGone);
  const adds = ['#into :sum', ...left.map(({ attribute, less }) => `${attribute} ${less}`)];
  return {
    Key: { pk: item.pk, sk: item.sk },
    UpdateExpression: `ADD ${adds.join(', ')}${gone.length === 0 ? '' : ` REMOVE ${gone.join(', ')}`}`,
    ConditionExpression: folded
      .map(({ attribute, was, value }) =>
        value === 0 ? `attribute_not_exists(${attribute})` : `${attribute} = ${was}`,
      )
      .join(' AND '),
    ExpressionAttributeNames: {
      '#into': PREFIX + into,
      ...Object.fromEntries(folded.map(({ attribute, name }) => [attribute, PREFIX + name])),
    },
    ExpressionAttributeValues: {
      ':sum': sum,
      ...Object.fromEntries(folded.filter(({ value }) => value !== 0).map(({ was, value }) => [was, value])),
      ...Object.fromEntries(left.map(({ less, by }) => [less, -by])),
    },
  };
}

export interface CounterItem extends ItemKey {
  readonly counters: Counters;
  /** Its other attributes. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Items of counters whose sort keys are within a span, both ends included. */
export async function readCounters(
  partition: string,
  from: string,
  to: string,
): Promise<readonly CounterItem[]> {
  const found: CounterItem[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page: QueryCommandOutput = await documentClient.send(
      new QueryCommand({
        TableName: environment('TABLE_NAME'),
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': partition, ':from': from, ':to': to },
        ExclusiveStartKey,
      }),
    );
    found.push(...(page.Items ?? []).map(toCounterItem));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}

function toCounterItem({ pk, sk, ...rest }: Record<string, unknown>): CounterItem {
  const entries = Object.entries(rest);
  const counters = entries.filter(
    (entry): entry is [string, number] => entry[0].startsWith(PREFIX) && typeof entry[1] === 'number',
  );
  return {
    pk: String(pk),
    sk: String(sk),
    counters: Object.fromEntries(counters.map(([name, value]) => [name.slice(PREFIX.length), value])),
    attributes: Object.fromEntries(entries.filter(([name]) => !name.startsWith(PREFIX))),
  };
}
