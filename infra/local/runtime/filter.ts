import * as z from 'zod';

const FilterCriteria = z.object({ Filters: z.array(z.object({ Pattern: z.string() })).default([]) });

/** The test that an event source's filter criteria describe; without criteria all records pass. */
export function recordFilter(criteria: unknown): (record: unknown) => boolean {
  if (criteria === undefined) return () => true;
  const patterns = FilterCriteria.parse(criteria).Filters.map(
    (filter) => JSON.parse(filter.Pattern) as Record<string, unknown>,
  );
  if (patterns.length === 0) return () => true;
  return (record) => patterns.some((pattern) => matches(pattern, record));
}

/** Whether a value matches an event pattern: every field of the pattern, by any of the field's rules. */
function matches(pattern: Readonly<Record<string, unknown>>, value: unknown): boolean {
  return Object.entries(pattern).every(([key, expected]) => {
    if (key === '$or' && Array.isArray(expected)) {
      return expected.some((alternative) => matches(alternative as Record<string, unknown>, value));
    }
    const found = isRecord(value) ? value[key] : undefined;
    if (Array.isArray(expected)) return expected.some((rule) => accepts(rule, found));
    if (isRecord(expected)) return matches(expected, found);
    throw new Error(`the filter pattern ${JSON.stringify(pattern)} is not a pattern: ${key} needs a list`);
  });
}

function accepts(rule: unknown, found: unknown): boolean {
  if (Array.isArray(found)) return found.some((item) => accepts(rule, item));
  if (!isRecord(rule)) return rule === found;
  const [name, argument] = Object.entries(rule)[0] ?? [];
  switch (name) {
    case 'exists':
      return (found !== undefined) === argument;
    case 'prefix':
      return typeof found === 'string' && found.startsWith(String(argument));
    case 'suffix':
      return typeof found === 'string' && found.endsWith(String(argument));
    case 'equals-ignore-case':
      return typeof found === 'string' && found.toLowerCase() === String(argument).toLowerCase();
    case 'anything-but': {
      const refused = Array.isArray(argument) ? argument : [argument];
      return found !== undefined && !refused.some((item) => accepts(item, found));
    }
    case 'numeric':
      return typeof found === 'number' && within(argument as readonly unknown[], found);
    default:
      throw new Error(`the filter rule ${JSON.stringify(rule)} is not supported locally`);
  }
}

function within(comparisons: readonly unknown[], found: number): boolean {
  for (let index = 0; index < comparisons.length; index += 2) {
    const limit = Number(comparisons[index + 1]);
    const holds = {
      '=': found === limit,
      '<': found < limit,
      '<=': found <= limit,
      '>': found > limit,
      '>=': found >= limit,
    }[String(comparisons[index])];
    if (!holds) return false;
  }
  return true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
