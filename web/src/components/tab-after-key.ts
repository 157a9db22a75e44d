/** Where a key leads from a tab; null when it leads nowhere. */
export function tabAfterKey<T>(key: string, tab: T, tabs: readonly T[]): T | null {
  const at = tabs.indexOf(tab);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
  return next === undefined ? null : (tabs.at(next % tabs.length) ?? null);
}
