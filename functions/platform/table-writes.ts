import { setTimeout as sleep } from 'node:timers/promises';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import {
  type Condition,
  type Entity,
  type ExecuteTransactWriteInput,
  executeTransactWrite,
} from 'dynamodb-toolbox';

/** A PutTransaction, UpdateTransaction, DeleteTransaction or ConditionCheck. */
type TransactionWrite = Extract<ExecuteTransactWriteInput[number], { readonly params: () => unknown }>;

/** One write of a transaction, and what it means when its condition fails. */
export interface ConditionalWrite {
  readonly write: TransactionWrite;
  /** The error to throw. `item` is the item as it is, where the write asked for it (`ALL_OLD`). */
  readonly refused?: (item: Readonly<Record<string, unknown>> | undefined) => Error;
}

const MAX_ATTEMPTS = 6;

/**
 * Runs the writes all together or not at all. A condition that fails throws the `refused` error of the first
 * such write. A collision with another transaction is tried again: it says nothing about the conditions, and
 * the SDK doesn't retry it.
 */
export async function transact(...writes: readonly ConditionalWrite[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await executeTransactWrite(...writes.map(({ write }) => write));
      return;
    } catch (error) {
      const reasons = cancellationReasons(error);
      if (!reasons) throw error;
      const failed = reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
      if (failed >= 0) throw writes[failed]?.refused?.(plainItem(reasons[failed]?.Item)) ?? error;
      const mayPass = reasons.every(({ Code }) => Code === undefined || PASSING.has(Code));
      if (!mayPass || attempt === MAX_ATTEMPTS) throw error;
      await sleep(2 ** attempt * 5 * (0.5 + Math.random()));
    }
  }
}

/** Runs one conditional write; its failed condition throws what `refused` makes of the item as it is. */
export async function conditionally<RESULT>(
  write: Promise<RESULT>,
  refused: (item: Readonly<Record<string, unknown>> | undefined) => Error,
): Promise<RESULT> {
  try {
    return await write;
  } catch (error) {
    if (isConditionFailure(error)) throw refused(plainItem(error.Item));
    throw error;
  }
}

/** Runs a write that may be refused: undefined where its condition does not hold, else what the write gave. */
export async function unlessRefused<RESULT>(write: Promise<RESULT>): Promise<RESULT | undefined> {
  try {
    return await write;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** Runs a write that may be refused: whether its condition held. */
export async function ifHolds(write: Promise<unknown>): Promise<boolean> {
  return (await unlessRefused(write.then(() => true))) ?? false;
}

/** Whether a single write was refused by its condition. */
export function isConditionFailure(error: unknown): error is Error & { readonly Item?: unknown } {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}

const PASSING = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

function cancellationReasons(
  error: unknown,
): readonly { readonly Code?: string; readonly Item?: unknown }[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  return 'CancellationReasons' in error && Array.isArray(error.CancellationReasons)
    ? error.CancellationReasons
    : undefined;
}

/** The document client gives plain values in its answers, but not in errors. */
function plainItem(item: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof item === 'object' && item !== null
    ? unmarshall(item as Parameters<typeof unmarshall>[0])
    : undefined;
}

/** A condition that holds where all of these do: of an entity of many attributes the compiler can't write it out. */
export function allOf<E extends Entity>(...conditions: readonly Condition<E>[]): Condition<E> {
  return { and: [...conditions] };
}
