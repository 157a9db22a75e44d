import type * as z from 'zod';
import { MAX_VARIABLES } from '../conversations/variables';
import type { Route } from './route';

/** What no body exceeds: a file in base64 is the largest of all. */
export const LARGEST_BODY = 280 * 1024;

/** Most bytes of a route's body: nothing is read of a longer one. */
export function bodyLimit({ body, rawBytes = LARGEST_BODY }: Pick<Route, 'body' | 'rawBytes'>): number {
  if (body === 'raw') return rawBytes;
  return body ? Math.min(LARGEST_BODY, bytesOf(body) + SPARE) : 0;
}

/** White space between fields, and fields that an older server leaves out. */
const SPARE = 2_048;

/**
 * Bytes of the longest JSON that a schema takes, as browsers write it. Throws where a schema does not say how long a
 * text or a list may be.
 */
export function bytesOf(schema: z.core.$ZodType): number {
  const { _zod } = schema as z.core.$ZodTypes;
  const { def } = _zod;
  switch (def.type) {
    case 'string':
      return 2 + BYTES_PER_CHARACTER * maximumOf(schema);
    case 'enum':
      return longest(Object.values(def.entries));
    case 'literal':
      return longest(def.values);
    case 'number':
      return LONGEST_NUMBER;
    case 'boolean':
    case 'null':
      return 5;
    case 'optional':
    case 'nullable':
    case 'default':
      return Math.max(4, bytesOf(def.innerType));
    case 'pipe':
      return bytesOf(def.out);
    case 'union':
      return Math.max(...def.options.map(bytesOf));
    case 'array':
      return 2 + maximumOf(schema) * (1 + bytesOf(def.element));
    case 'object':
      return Object.entries(def.shape).reduce(
        (sum, [name, value]) => sum + name.length + 4 + bytesOf(value),
        2,
      );
    case 'record': {
      const keys = (def.keyType as z.core.$ZodTypes)._zod.def;
      const entries = keys.type === 'enum' ? Object.keys(keys.entries).length : MAX_VARIABLES;
      return 2 + entries * (2 + bytesOf(def.keyType) + bytesOf(def.valueType));
    }
    default:
      throw new Error(`A schema of type ${def.type} has no longest value.`);
  }
}

/** In UTF-8; what is escaped is no longer. */
const BYTES_PER_CHARACTER = 4;
const LONGEST_NUMBER = 25;

/** Of a text or a list. */
function maximumOf({ _zod: { def } }: z.core.$ZodType): number {
  const maxima = (def.checks ?? [])
    .map((check) => (check as z.core.$ZodChecks)._zod.def)
    .flatMap((check) => (check.check === 'max_length' ? [check.maximum] : []));
  if (maxima.length === 0) throw new Error(`A schema of type ${def.type} does not say how long it may be.`);
  return Math.min(...maxima);
}

function longest(values: readonly unknown[]): number {
  return Math.max(...values.map((value) => JSON.stringify(value).length));
}
