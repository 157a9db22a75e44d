import * as z from 'zod';

/** A pattern of EventBridge: values by name, each a list of what it may be. Filters of other kinds do not run locally. */
export const Pattern: z.ZodType<Pattern> = z.lazy(() =>
  z.record(
    z.string(),
    z.union([z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).min(1), Pattern]),
  ),
);
export interface Pattern {
  readonly [name: string]: readonly (string | number | boolean | null)[] | Pattern;
}

/** Whether an event has, at each name of the pattern, one of its values; of a list, one in it. */
export function matches(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([name, wanted]) => {
    const value = at(event, name);
    if (!Array.isArray(wanted)) return matches(wanted as Pattern, value);
    return (Array.isArray(value) ? value : [value]).some((each) => wanted.includes(each));
  });
}

/** The message of a target: the event, or what its template makes of it. */
export function transformed(
  event: unknown,
  transformer?: { readonly InputPathsMap: Readonly<Record<string, string>>; readonly InputTemplate: string },
): string {
  if (!transformer) return JSON.stringify(event);
  return transformer.InputTemplate.replace(/<([\w-]+)>/g, (_, name: string) => {
    const path = transformer.InputPathsMap[name]?.split('.').slice(1) ?? [];
    return JSON.stringify(path.reduce(at, event));
  });
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
