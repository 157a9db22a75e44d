import * as z from 'zod';

/**
 * What is wrong with a field, for a browser that says it in its own words. `of`: what is too small or too big: the
 * number itself, a text's characters, or a list's entries. `format`: which one it hasn't. `rule`: which of
 * those that have a name (`overlapping`, `repeated`, `host`, …).
 */
export const FieldProblem = z.discriminatedUnion('code', [
  z.object({ code: z.literal('required') }),
  z.object({ code: z.literal('unknown_field') }),
  z.object({ code: z.literal('invalid_type'), expected: z.string() }),
  z.object({ code: z.literal('too_small'), of: z.string(), minimum: z.number() }),
  z.object({ code: z.literal('too_big'), of: z.string(), maximum: z.number() }),
  z.object({ code: z.literal('invalid_format'), format: z.string() }),
  z.object({ code: z.literal('not_offered'), values: z.array(z.unknown()) }),
  z.object({ code: z.literal('invalid'), rule: z.string().optional() }),
]);
export type FieldProblem = z.infer<typeof FieldProblem>;
