/** Characters of one value that the log keeps, and of all. */
const VALUE_LENGTH = 200;
const NOTE_LENGTH = 4_000;

/**
 * What differs between settings and a change of them, as the activity log has it: `limits.free.bots: none → 3`. Each
 * single value stands under its path; what the change does not name is unchanged.
 */
export function changesOf(before: object, change: object): string {
  const names = Object.keys(change);
  const old = leavesOf(Object.fromEntries(Object.entries(before).filter(([name]) => names.includes(name))));
  const now = leavesOf(change);
  const lines = [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => `${path}: ${shown(old.get(path))} → ${shown(now.get(path))}`);
  return cut(lines.join('\n'), NOTE_LENGTH);
}

type Leaf = string | number | boolean;

function leavesOf(value: unknown, path = ''): ReadonlyMap<string, Leaf> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object') return new Map([[path, value as Leaf]]);
  const entries = Object.entries(value);
  return new Map(
    entries.flatMap(([name, part]) => [...leavesOf(part, path === '' ? name : `${path}.${name}`)]),
  );
}

function shown(value: Leaf | undefined): string {
  if (value === undefined) return 'none';
  return cut(typeof value === 'string' ? `"${value.replace(/\s+/g, ' ')}"` : String(value), VALUE_LENGTH);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
