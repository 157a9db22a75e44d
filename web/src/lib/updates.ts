let apply: (() => void) | null = null;
const listeners = new Set<() => void>();

/** How to take a new version that waits for the person's word; null while none does. */
export function offeredUpdate(): (() => void) | null {
  return apply;
}

export function onUpdateOffered(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function offerUpdate(take: () => void): void {
  apply = take;
  for (const listener of listeners) listener();
}
