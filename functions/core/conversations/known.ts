import type { Known } from './accept-message';

/** An asynchronous invocation takes 256 kB, and its failure is told with it. */
const LONGEST = 100_000;

/** What was read of a conversation, for the function that answers in it; undefined where it is too long to be given. */
export function packKnown(known: Known): string | undefined {
  const packed = JSON.stringify(known, (_, value: unknown) =>
    value instanceof Set ? { [SET]: [...value] } : value,
  );
  return packed.length > LONGEST ? undefined : packed;
}

export function unpackKnown(packed: string): Known {
  return JSON.parse(packed, (_, value: unknown) => (isSet(value) ? new Set(value[SET]) : value)) as Known;
}

const SET = '$set';

function isSet(value: unknown): value is { readonly [SET]: readonly unknown[] } {
  return (
    typeof value === 'object' && value !== null && Array.isArray((value as Record<string, unknown>)[SET])
  );
}
