import { type Entity, type FormattedItem, type Query, QueryCommand } from 'dynamodb-toolbox';
import * as z from 'zod';
import { ParleyError } from './errors';
import { table } from './table';

export interface Page<ITEM> {
  readonly items: readonly ITEM[];
  /** Where the next page begins, or null at the end. */
  readonly cursor: string | null;
}

export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly newestFirst?: boolean;
  readonly consistent?: boolean;
}

const SortKey = z.tuple([z.string().min(1).max(1024)]);

/**
 * One page of the items whose sort key begins with `prefix`. A cursor holds the last sort key only: partition
 * and prefix are the server's, so that a forged cursor moves within what the caller may read anyway.
 */
export async function queryPage<ENTITY extends Entity>(
  entity: ENTITY,
  range: { readonly partition: string; readonly prefix: string },
  request: PageRequest,
): Promise<Page<FormattedItem<ENTITY>>> {
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor, range.prefix);
  const { partition, prefix } = range;
  // DynamoDB takes no empty text to begin with.
  const query: Query<typeof table> =
    prefix === '' ? { partition } : { partition, range: { beginsWith: prefix } };
  const { Items, LastEvaluatedKey } = await table
    .build(QueryCommand)
    .query(query)
    .entities(entity)
    .options({
      limit: request.limit,
      reverse: request.newestFirst ?? false,
      consistent: request.consistent ?? false,
      ...(after !== undefined && { exclusiveStartKey: { pk: range.partition, sk: after } }),
    })
    .send();
  return {
    items: (Items ?? []) as unknown as FormattedItem<ENTITY>[],
    cursor: typeof LastEvaluatedKey?.sk === 'string' ? writeCursor(LastEvaluatedKey.sk) : null,
  };
}

/** One page of an index, which holds keys only. The cursor is the last sort key there, as above. */
export async function queryIndexPage(
  range: {
    readonly index: 'gsi1' | 'gsi2';
    readonly partition: string;
    /** Sort keys at or after, and before. */
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  },
  request: Pick<PageRequest, 'cursor' | 'limit' | 'newestFirst'>,
  /** The item that has a sort key of the index: a query goes on after both. */
  keyOf: (indexSortKey: string) => { readonly pk: string; readonly sk: string },
): Promise<Page<string>> {
  const { index, partition, from = '', to = END } = range;
  if (from >= to) return { items: [], cursor: null };
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor, '');
  if (after !== undefined && (after < from || after > to)) throw noSuchPage();
  const { Items = [], LastEvaluatedKey } = await table
    .build(QueryCommand)
    .query({ index, partition, range: { between: [from || FIRST, to] } })
    .options({
      limit: request.limit,
      reverse: request.newestFirst ?? false,
      ...(after !== undefined && {
        exclusiveStartKey: { [`${index}pk`]: partition, [`${index}sk`]: after, ...keyOf(after) },
      }),
    })
    .send();
  const last: unknown = LastEvaluatedKey?.[`${index}sk`];
  return {
    items: Items.map((found) => String(found[`${index}sk`])),
    cursor: typeof last === 'string' ? writeCursor(last) : null,
  };
}

/** Around all sort keys that there are: none may be empty, and all begin with a letter or a digit. */
const FIRST = ' ';
const END = '~';

/** The cursor of a page that ends with this sort key. */
export function writeCursor(sortKey: string): string {
  return Buffer.from(JSON.stringify([sortKey])).toString('base64url');
}

/** DynamoDB answers a start outside of the range with a validation error: it is the caller's, not ours. */
export function readCursor(cursor: string, prefix: string): string {
  const [sortKey] = parse(cursor) ?? [];
  if (!sortKey?.startsWith(prefix)) throw noSuchPage();
  return sortKey;
}

function noSuchPage(): ParleyError {
  return new ParleyError('request.invalid', { fields: { cursor: 'This page does not exist.' } });
}

function parse(cursor: string): z.infer<typeof SortKey> | undefined {
  try {
    return SortKey.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}
