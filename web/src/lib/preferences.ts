import { isAllowed, onConsent } from './consent';
import { readStored, writeStored } from './storage';

/** By how its key begins, each thing that is remembered of how a person likes the product. */
const PREFERENCES = [
  'parley.theme',
  'parley.theme.',
  'parley.language',
  'parley.language.',
  'parley.alphaBanner.',
  'parley.display.',
  'parley.dateFormat',
  'parley.embedCopied.',
] as const;
export type PreferenceKey =
  | SharedKey
  | `${SharedKey}.chosenAt`
  | `parley.alphaBanner.${string}`
  | `parley.display.${string}`
  | 'parley.dateFormat'
  | `parley.embedCopied.${string}`;

/** By its key, each preference that holds on both hosts, with what it can be; null is the system's. */
export const SHARED_PREFERENCES = {
  'parley.theme': ['light', 'dark', null],
  'parley.language': ['en', 'de'],
} as const;
export type SharedKey = keyof typeof SHARED_PREFERENCES;
export interface SharedChoice {
  readonly value: (typeof SHARED_PREFERENCES)[SharedKey][number];
  /** When it was chosen, in milliseconds; 0 where nobody knows. */
  readonly at: number;
}

const ofWindow = () => sessionStorage;

export function readPreference(key: PreferenceKey): string | null {
  return readStored(key, ofWindow) ?? readStored(key);
}

/** Remembers a choice: in this browser where the person allowed it, else as long as this window. */
export function writePreference(key: PreferenceKey, value: string | null): void {
  store(key, value);
  if (key in SHARED_PREFERENCES) store(`${key as SharedKey}.chosenAt`, String(Date.now()));
}

/** What was chosen here; null where nothing ever was. */
export function sharedChoice(key: SharedKey): SharedChoice | null {
  const stored = readPreference(key);
  const at = readPreference(`${key}.chosenAt`);
  if (stored === null && at === null) return null;
  const known: readonly SharedChoice['value'][] = SHARED_PREFERENCES[key];
  const value = known.find((each) => each === stored);
  return value === undefined ? null : { value, at: Number(at) || 0 };
}

/** Takes a choice that was made on the other host, and when that was. */
export function adoptPreference(key: SharedKey, { value, at }: SharedChoice): void {
  store(key, value);
  store(`${key}.chosenAt`, String(at));
}

function store(key: PreferenceKey, value: string | null): void {
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
  for (const key of stored) if (isPreference(key)) store(key, readPreference(key));
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
