/** What was done, and can be undone and done again. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last change was of: another of the same is one step with it, such as the letters of a word. */
  readonly about: string | null;
}

const LONGEST = 100;

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], about: null };
}

export function changed<T>(history: History<T>, present: T, about: string | null = null): History<T> {
  if (present === history.present) return history;
  if (about !== null && about === history.about) return { ...history, present, future: [] };
  return { past: [...history.past, history.present].slice(-LONGEST), present, future: [], about };
}

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  const { past, present, future } = history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], about: null };
}

export function redone<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future, about: null };
}
