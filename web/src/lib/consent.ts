/**
 * What may be stored and measured in this browser. Each host stores the choice under `cookieConsent`:
 *
 * - necessary: session, return path, nonce of a handover, a sign-up under way, replies that were begun (`parley.auth.*`), the choice itself; files
 *   of the application for offline use (caches of the service worker); reports of faults, which store nothing;
 *   conversations with the help bot and the demo, from the first message to the signing out (`parley.widget.*`).
 * - preferences: language, appearance, dismissed notices, ticked-off steps (`lib/preferences.ts`).
 * - analytics: there is none yet.
 */
import { readStored, writeStored } from './storage';

/** What a person allows to be stored and measured. What the product needs to work is not asked for. */
export interface Consent {
  readonly necessary: true;
  readonly analytics: boolean;
  readonly preferences: boolean;
  /** When it was chosen, in milliseconds: on two hosts the later choice counts. */
  readonly at?: number;
}
export type OptionalCategory = 'analytics' | 'preferences';
export const OPTIONAL_CATEGORIES: readonly OptionalCategory[] = ['analytics', 'preferences'];

const CONSENT_KEY = 'cookieConsent';

/** The record that a text holds; null where it is none, and the question stands again. */
export function parseConsent(text: string | null): Consent | null {
  try {
    return readConsent(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

/** The record that a value of any kind is, or null. */
export function readConsent(value: unknown): Consent | null {
  const { necessary, analytics, preferences, at } = (value ?? {}) as Partial<Record<keyof Consent, unknown>>;
  if (necessary !== true || typeof analytics !== 'boolean' || typeof preferences !== 'boolean') return null;
  return { necessary, analytics, preferences, ...(typeof at === 'number' && { at }) };
}

let current: Consent | null | undefined;
const listeners = new Set<() => void>();

/** The saved choice, or null before there is one. Where storage is blocked it holds as long as the page. */
export function currentConsent(): Consent | null {
  if (current === undefined) current = parseConsent(readStored(CONSENT_KEY));
  return current;
}

export function saveConsent(choice: Readonly<Record<OptionalCategory, boolean>>): void {
  const { analytics, preferences } = choice;
  adoptConsent({ necessary: true, analytics, preferences, at: Date.now() });
}

/** Takes a choice that was made on the other host. */
export function adoptConsent(consent: Consent): void {
  current = consent;
  writeStored(CONSENT_KEY, JSON.stringify(current));
  tell();
}

/** Asked before anything beyond the necessary is stored or measured. Without a choice nothing is allowed. */
export function isAllowed(category: OptionalCategory): boolean {
  return currentConsent()?.[category] ?? false;
}

/** Told of each choice, also of one that another window makes. Returns how to stop. */
export function onConsent(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', fromElsewhere);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', fromElsewhere);
  };
}

/** A key of null: everything was cleared. */
function fromElsewhere({ key }: StorageEvent): void {
  if (key !== CONSENT_KEY && key !== null) return;
  current = undefined;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
