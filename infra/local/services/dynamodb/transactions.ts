import { createHash } from 'node:crypto';
import db from 'dynalite/db/index.js';
import * as z from 'zod';
import { type Checked, check, type Evaluated, EvaluationFailed, evaluate } from './engine';
import { DynamoDbError, fromDynalite, serviceError, validationError } from './errors';
import type { Change, Item } from './items';
import { keyOf } from './items';
import { TOKENS, under } from './keyspace';
import type { Request } from './request';
import type { Store } from './store';
import type { Tables } from './tables';
import type { Units } from './units';

const MAX_ACTIONS = 100;
const MAX_BYTES = 4 * 1024 * 1024;
/** How long a token tells a repetition from a new request. */
const TOKEN_MS = 10 * 60 * 1000;

const Action = z.record(z.string(), z.unknown());

const WriteRequest = z.object({
  TransactItems: z.array(
    z.object({
      Put: Action.optional(),
      Update: Action.optional(),
      Delete: Action.optional(),
      ConditionCheck: Action.optional(),
    }),
  ),
  ClientRequestToken: z.string().optional(),
  ReturnConsumedCapacity: z.enum(['INDEXES', 'TOTAL', 'NONE']).optional(),
});

const GetRequest = z.object({
  TransactItems: z.array(z.object({ Get: Action })),
  ReturnConsumedCapacity: z.enum(['INDEXES', 'TOTAL', 'NONE']).optional(),
});

/** How an item action runs: a condition check is a deletion whose change is dropped. */
const KINDS = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'DeleteItem',
} as const;
type Kind = keyof typeof KINDS;

interface ItemAction {
  readonly kind: Kind;
  readonly checked: Checked;
  readonly returnItem: boolean;
}

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Item;
}

interface Token {
  readonly request: string;
  readonly until: number;
}

/** All of the writes or none, isolated from every other write; a repeated token writes once. */
export async function transactWrite(
  body: Request,
  store: Store,
  tables: Tables,
  now: number,
  units?: Units,
): Promise<Request> {
  const { TransactItems, ClientRequestToken: token, ReturnConsumedCapacity } = parse(WriteRequest, body);
  checkCount(TransactItems.length);
  const request = digest(TransactItems);
  const actions = TransactItems.map(readAction);
  refuseDuplicates(actions, tables);

  return store.exclusively(async (commit) => {
    if (token !== undefined && (await isRepetition(store, token, request, now))) return {};
    const outcomes = await Promise.all(actions.map((action) => attempt(action, store, tables)));
    const reasons = outcomes.map((outcome) => outcome.reason);
    if (reasons.some((reason) => reason.Code !== 'None')) {
      units?.refused(
        outcomes.map(({ met }) => met),
        { inTransaction: true },
      );
      throw cancelled(reasons);
    }
    const changes = outcomes.flatMap((outcome) => outcome.changes);
    refuseOversize(changes);
    const entries =
      token === undefined
        ? []
        : [{ key: TOKENS + token, value: { request, until: now + TOKEN_MS } satisfies Token }];
    await commit({ changes, entries });
    units?.wrote(changes, { inTransaction: true });
    units?.refused(
      outcomes.filter(({ changes }) => changes.length === 0).map(({ met }) => met),
      { inTransaction: true },
    );
    return consumed(ReturnConsumedCapacity, changes);
  });
}

/** Several items as they were at one moment. */
export async function transactGet(
  body: Request,
  store: Store,
  tables: Tables,
  units?: Units,
): Promise<Request> {
  const { TransactItems } = parse(GetRequest, body);
  checkCount(TransactItems.length);
  const gets = TransactItems.map(({ Get }) => check('GetItem', Get));
  const snapshot = store.db.snapshot();
  try {
    const found = await Promise.all(gets.map((get) => evaluate(get, store, tables, snapshot)));
    const answer = { Responses: found.map(({ answer: one }) => (one.Item ? { Item: one.Item } : {})) };
    units?.readTogether(answer);
    return answer;
  } catch (error) {
    throw error instanceof EvaluationFailed ? error.cause : error;
  } finally {
    await snapshot.close();
  }
}

export async function forgetTokens(store: Store, now: number): Promise<void> {
  await store.exclusively(async () => {
    for await (const [key, token] of store.db.iterator(under(TOKENS))) {
      if ((token as Token).until <= now) await store.db.del(key);
    }
  });
}

async function isRepetition(store: Store, token: string, request: string, now: number): Promise<boolean> {
  const known = (await store.db.get(TOKENS + token)) as Token | undefined;
  if (!known || known.until <= now) return false;
  if (known.request === request) return true;
  throw serviceError(
    'IdempotentParameterMismatchException',
    'Request parameters do not match the first call with this client request token',
  );
}

function readAction(item: z.infer<typeof WriteRequest>['TransactItems'][number]): ItemAction {
  const [only, another] = Object.entries(item) as [Kind, Request][];
  if (!only || another) {
    throw validationError('TransactItems can only contain one of Check, Put, Update or Delete');
  }
  const [kind, { ReturnValuesOnConditionCheckFailure: onFailure, ...request }] = only;
  if (kind === 'ConditionCheck' && request.ConditionExpression === undefined) {
    throw validationError('The expression can not be empty;');
  }
  return { kind, checked: check(KINDS[kind], request), returnItem: onFailure === 'ALL_OLD' };
}

/** An action that meets no valid key is left to its own evaluation, which says what is wrong with it. */
function refuseDuplicates(actions: readonly ItemAction[], tables: Tables): void {
  const seen = new Set<string>();
  for (const { kind, checked } of actions) {
    const { TableName, Key, Item } = checked.request as { TableName: string; Key?: Item; Item?: Item };
    const table = tables.get(TableName);
    const holder = (kind === 'Put' ? Item : Key) ?? {};
    if (kind === 'Put' ? db.validateItem(holder, table) : db.validateKey(holder, table)) continue;
    const id = `${TableName}/${keyOf(holder, table)}`;
    if (seen.has(id)) {
      throw validationError('Transaction request cannot include multiple operations on one item');
    }
    seen.add(id);
  }
}

async function attempt(
  action: ItemAction,
  store: Store,
  tables: Tables,
): Promise<{ readonly reason: Reason; readonly changes: Evaluated['changes']; readonly met?: Item }> {
  try {
    const { changes } = await evaluate(action.checked, store, tables);
    const met = changes[0]?.old;
    return {
      reason: { Code: 'None' },
      changes: action.kind === 'ConditionCheck' ? [] : changes,
      ...(met && { met }),
    };
  } catch (error) {
    if (!(error instanceof EvaluationFailed)) throw error;
    return {
      reason: reasonOf(error, action.returnItem),
      changes: [],
      ...(error.met && { met: error.met }),
    };
  }
}

function reasonOf({ cause, met }: EvaluationFailed, returnItem: boolean): Reason {
  const error = fromDynalite(cause);
  if (!(error instanceof DynamoDbError)) throw cause;
  switch (error.type) {
    case 'ConditionalCheckFailedException':
      return {
        Code: 'ConditionalCheckFailed',
        Message: error.message,
        ...(returnItem && met && { Item: met }),
      };
    case 'ValidationException':
      return { Code: 'ValidationError', Message: error.message };
    default:
      throw error;
  }
}

function cancelled(reasons: readonly Reason[]): DynamoDbError {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return serviceError('TransactionCanceledException', message, {
    Message: message,
    CancellationReasons: reasons,
  });
}

function refuseOversize(changes: readonly Change[]): void {
  const bytes = changes.reduce((sum, { next }) => sum + (next ? db.itemSize(next) : 0), 0);
  if (bytes > MAX_BYTES) {
    throw validationError('Transaction request aggregate item size exceeds the limit of 4 MB');
  }
}

/** A transactional write costs two units a kilobyte. */
function consumed(wanted: string | undefined, changes: readonly Change[]): Request {
  if (wanted === undefined || wanted === 'NONE') return {};
  const units = new Map<string, number>();
  for (const { table, old, next } of changes) {
    const larger = Math.max(db.capacityUnits(old, false, true), db.capacityUnits(next, false, true));
    units.set(table.TableName, (units.get(table.TableName) ?? 0) + 2 * larger);
  }
  return {
    ConsumedCapacity: [...units].map(([TableName, WriteCapacityUnits]) => ({
      TableName,
      CapacityUnits: WriteCapacityUnits,
      WriteCapacityUnits,
    })),
  };
}

function checkCount(count: number): void {
  if (count >= 1 && count <= MAX_ACTIONS) return;
  const bound = count < 1 ? 'greater than or equal to 1' : `less than or equal to ${MAX_ACTIONS}`;
  throw validationError(
    `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ${bound}`,
  );
}

function parse<T>(schema: z.ZodType<T>, body: Request): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw validationError(z.prettifyError(parsed.error));
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}
