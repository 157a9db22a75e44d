import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from '#lib/preferences';

/** `system` follows the device, also when it changes. public/theme.js applies the stored choice before the first paint. */
export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const KEY = 'parley.theme';
const listeners = new Set<() => void>();

export function useTheme(): { readonly theme: Theme; readonly setTheme: (theme: Theme) => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme);
  return { theme, setTheme };
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

function setTheme(theme: Theme): void {
  apply(theme);
  writePreference(KEY, theme === 'system' ? null : theme);
}

/** Shows what is stored, where something else than this window's own switch has stored it. */
export function followStoredTheme(): void {
  apply((readPreference(KEY) as Theme | null) ?? 'system');
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
