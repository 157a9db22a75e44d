/** Fewer of a name may be sections that happen to be called the same. */
const LEAST = 3;

/**
 * Names that head more than one section of a parent, such as `Note` or `Tip`, as `nameOf` gives them: nothing is found
 * by them, and what follows the box that they stand on is no part of it. Sections of several parents may share one.
 */
export function labelsAmong(
  headings: readonly { readonly text: string; readonly level?: number | undefined }[],
): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const repeated = new Set<string>();
  let open: { readonly level: number; readonly names: Set<string> }[] = [{ level: 0, names: new Set() }];
  for (const { text, level = 1 } of headings) {
    open = open.filter((parent) => parent.level < level);
    const name = nameOf(text);
    const siblings = open.at(-1)?.names;
    if (siblings?.has(name)) repeated.add(name);
    siblings?.add(name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    open.push({ level, names: new Set() });
  }
  return new Set([...repeated].filter((name) => (counts.get(name) ?? 0) >= LEAST));
}

export function nameOf(text: string): string {
  return text.toLowerCase().replace(/\s*:$/, '');
}
