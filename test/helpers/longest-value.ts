import type * as z from 'zod';

/** Fills a schema: each list and record with as many entries as it takes, each text with as many characters. */
export function longestValue(schema: z.core.$ZodType, fill: (length: number) => string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (each: z.core.$ZodType) => longestValue(each, fill);
  switch (def.type) {
    case 'string':
      return fill(maximumOf(schema));
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'optional':
    case 'nullable':
    case 'default':
      return inner(def.innerType);
    case 'pipe':
      return inner(def.out);
    case 'union':
      // Each of them is filled by `alternatives`.
      return inner(def.options[0] as z.core.$ZodType);
    case 'array':
      return Array.from({ length: maximumOf(schema) }, (_, index) =>
        inner(alternatives(def.element)[index % alternatives(def.element).length] ?? def.element),
      );
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, value]) => [name, inner(value)]));
    case 'record': {
      const keys = (def.keyType as z.core.$ZodTypes)._zod.def;
      const names =
        keys.type === 'enum' ? Object.keys(keys.entries) : Array.from({ length: 20 }, (_, n) => `v${n}`);
      return Object.fromEntries(names.map((name) => [name, inner(def.valueType)]));
    }
    default:
      throw new Error(`Nothing is known to fill a schema of type ${def.type} with.`);
  }
}

/** The members of a union, else the schema itself. */
export function alternatives(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return alternatives(def.innerType);
  return def.type === 'union' ? def.options.flatMap(alternatives) : [schema];
}

function maximumOf({ _zod: { def } }: z.core.$ZodType): number {
  const maxima = (def.checks ?? [])
    .map((check) => (check as z.core.$ZodChecks)._zod.def)
    .flatMap((check) => (check.check === 'max_length' ? [check.maximum] : []));
  return Math.min(...maxima);
}
