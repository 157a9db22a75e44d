import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from '#lib/preferences';

/** How the dashboard is shown besides its theme, each as an attribute of the page. public/theme.js sets them before the first paint. */
export const DISPLAY = {
  density: ['comfortable', 'compact'],
  motion: ['system', 'reduced'],
  contrast: ['normal', 'more'],
  text: ['normal', 'large', 'largest'],
} as const;
export type DisplayName = keyof typeof DISPLAY;
export type DisplayValue<NAME extends DisplayName> = (typeof DISPLAY)[NAME][number];

const listeners = new Set<() => void>();

export function useDisplay<NAME extends DisplayName>(name: NAME) {
  const value = useSyncExternalStore(subscribe, () => current(name));
  return { value, choose: (chosen: DisplayValue<NAME>) => choose(name, chosen) };
}

function current<NAME extends DisplayName>(name: NAME): DisplayValue<NAME> {
  const shown = document.documentElement.dataset[name];
  const values: readonly DisplayValue<NAME>[] = DISPLAY[name];
  return values.find((value) => value === shown) ?? (values[0] as DisplayValue<NAME>);
}

function choose<NAME extends DisplayName>(name: NAME, value: DisplayValue<NAME>): void {
  apply(name, value);
  writePreference(`parley.display.${name}`, value === DISPLAY[name][0] ? null : value);
}

function apply(name: DisplayName, value: string | null): void {
  if (value === null || value === DISPLAY[name][0]) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  for (const listener of listeners) listener();
}

/** Shows what is stored, where something else than this window's own settings has stored it. */
export function followStoredDisplay(): void {
  for (const name of Object.keys(DISPLAY) as DisplayName[])
    apply(name, readPreference(`parley.display.${name}`));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
