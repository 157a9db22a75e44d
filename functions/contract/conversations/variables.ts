import * as z from 'zod';
import { Line, Text } from '../base/text';

/**
 * What the page knows, such as a plan or what is in the basket: shown to agents, never told to the model. Of more than
 * twenty variables the last twenty are kept. One with an invalid name is left out; the others stay.
 */
export const Variables = z.preprocess(countedVariables, z.record(Text(40), Line({ max: 200 })));
export type Variables = z.infer<typeof Variables>;

/** Variables of a conversation. */
export const MAX_VARIABLES = 20;
const VARIABLE_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/;

/** Of what a page gives no more is read than counts. */
function countedVariables(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const named = Object.entries(given).filter(([name]) => VARIABLE_NAME.test(name));
  return Object.fromEntries(named.slice(-MAX_VARIABLES));
}
