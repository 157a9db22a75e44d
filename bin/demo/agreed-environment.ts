/**
 * One environment of all functions of a stage, for use cases that run beside them: they need what any of the functions
 * needs that run them there, and go on having it when one of those moves to another function. A variable on which
 * functions disagree is each one's own, as its name is, and left out.
 */
export function agreedEnvironment(
  functions: readonly Readonly<Record<string, string>>[],
): Record<string, string> {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of functions.flatMap((variables) => Object.entries(variables)))
    values.set(name, (values.get(name) ?? new Set()).add(value));
  return Object.fromEntries(
    [...values].flatMap(([name, [value = '', other]]) => (other === undefined ? [[name, value]] : [])),
  );
}
