import { isAllowed, onConsent } from './consent';
import { readStored, writeStored } from './storage';

/** By how its key begins, each thing that is remembered of how a person likes the product. */
const PREFERENCES = [
  'parley.theme',
  'parley.language',
  'parley.alphaBanner.',
  'parley.embedCopied.',
] as const;
export type PreferenceKey =
  | 'parley.theme'
  | 'parley.language'
  | `parley.alphaBanner.${string}`
  | `parley.embedCopied.${string}`;

const ofWindow = () => sessionStorage;

export function readPreference(key: PreferenceKey): string | null {
  return readStored(key, ofWindow) ?? readStored(key);
}

/** Remembers a choice: in this browser where the person allowed it, else as long as this window. */
export function writePreference(key: PreferenceKey, value: string | null): void {
  const lasting = isAllowed('preferences');
  writeStored(key, lasting ? value : null);
  writeStored(key, lasting ? null : value, ofWindow);
}

/** Keeps what is stored in step with what is allowed, from now on. */
export function followConsent(): () => void {
  return onConsent(moveStored);
}

/** What was chosen before stays chosen: it moves to where it may be kept. */
function moveStored(): void {
  const stored = new Set([...keysOf(() => localStorage), ...keysOf(ofWindow)]);
  for (const key of stored) if (isPreference(key)) writePreference(key, readPreference(key));
}

function isPreference(key: string): key is PreferenceKey {
  return PREFERENCES.some((preference) =>
    preference.endsWith('.') ? key.startsWith(preference) : key === preference,
  );
}

function keysOf(storage: () => Storage): readonly string[] {
  try {
    return Object.keys(storage());
  } catch {
    return [];
  }
}
