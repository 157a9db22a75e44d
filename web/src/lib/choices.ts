import { adoptConsent, type Consent, currentConsent, readConsent } from './consent';
import {
  adoptPreference,
  SHARED_PREFERENCES,
  type SharedChoice,
  type SharedKey,
  sharedChoice,
} from './preferences';

/**
 * What a person chose on one host, on its way to the other: to them it is one product. It goes along where a host
 * knows that the other one sends it, and nothing in it is more than a word of a short list.
 */
export interface Choices {
  readonly consent: Consent | null;
  readonly preferences: Readonly<Partial<Record<SharedKey, SharedChoice>>>;
}

export function currentChoices(): Choices {
  const preferences: Partial<Record<SharedKey, SharedChoice>> = {};
  for (const key of sharedKeys()) {
    const choice = sharedChoice(key);
    if (choice) preferences[key] = choice;
  }
  return { consent: currentConsent(), preferences };
}

/** The choices in a value of any kind; what is none of ours is left out. */
export function parseChoices(value: unknown): Choices {
  const { consent, preferences } = fieldsOf(value);
  const found: Partial<Record<SharedKey, SharedChoice>> = {};
  for (const key of sharedKeys()) {
    const { value: chosen, at } = fieldsOf(fieldsOf(preferences)[key]);
    const known: readonly unknown[] = SHARED_PREFERENCES[key];
    if (known.includes(chosen)) found[key] = { value: chosen as SharedChoice['value'], at: timeOf(at) };
  }
  return { consent: readConsent(consent), preferences: found };
}

/** Makes the other host's choices those of this one, each unless this one's is newer. */
export function adoptChoices({ consent, preferences }: Choices): void {
  // First: it says how long the others may be kept.
  if (consent && isNewer(consent, currentConsent())) adoptConsent({ ...consent, at: timeOf(consent.at) });
  for (const key of sharedKeys()) {
    const choice = preferences[key];
    if (choice && isNewer(choice, sharedChoice(key))) adoptPreference(key, choice);
  }
}

interface Timed {
  readonly at?: number | undefined;
}

/** A choice of which nobody knows when it was made gives way to none but is better than none. */
function isNewer(theirs: Timed, own: Timed | null): boolean {
  return own === null || (theirs.at ?? 0) > (own.at ?? 0);
}

/** A time that is yet to come would outlast every choice that is made from now on. */
function timeOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? Math.min(value, Date.now()) : 0;
}

function sharedKeys(): readonly SharedKey[] {
  return Object.keys(SHARED_PREFERENCES) as SharedKey[];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
