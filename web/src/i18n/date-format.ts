import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from '#lib/preferences';

/** How the days of dates are written: as the language has it, or as 31.12.2026, 12/31/2026, 2026-12-31. */
export const DATE_FORMATS = ['language', 'dmy', 'mdy', 'iso'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

const KEY = 'parley.dateFormat';
const listeners = new Set<() => void>();
let known: DateFormat | undefined;

/** What the person has chosen in this browser. */
export function dateFormat(): DateFormat {
  known ??= read();
  return known;
}

export function useDateFormat(): DateFormat {
  return useSyncExternalStore(subscribe, dateFormat);
}

export function chooseDateFormat(format: DateFormat): void {
  writePreference(KEY, format === 'language' ? null : format);
  refresh();
}

function read(): DateFormat {
  const stored = readPreference(KEY);
  return DATE_FORMATS.find((format) => format === stored) ?? 'language';
}

function refresh(): void {
  known = read();
  for (const listener of listeners) listener();
}

// Another window of this browser has chosen.
function listen({ key }: StorageEvent): void {
  if (key === KEY) refresh();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', listen);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', listen);
  };
}
