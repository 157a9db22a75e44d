import { type Choices, parseChoices } from '../choices';
import { AUTH_PREFIX, readStored, writeStored } from '../storage';
import { decodeJson, encodeJson } from './base64-json';

/**
 * A session on its way from the root host to the app host. The tokens of an attacker would verify as well as a
 * person's own: the app host therefore takes silently only what answers its own question, by a nonce that it stored.
 */
export interface HandedSession {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  readonly expires_at: number;
  readonly token_type: 'bearer';
  readonly user: { readonly id: string; readonly email: string };
  /** The nonce that the app host asked with; null where it didn't ask. */
  readonly nonce: string | null;
  /** What the person chose on the root host. */
  readonly choices?: Choices;
}

/** As one base64url text, to go into a fragment. */
export function encodeSession(session: HandedSession): string {
  return encodeJson(session);
}

/** Null where a part is missing or it is no session at all. Nothing in it has been verified. */
export function decodeSession(encoded: string): HandedSession | null {
  const { access_token, id_token, refresh_token, expires_at, user, nonce, choices } = (decodeJson(encoded) ??
    {}) as Partial<Record<keyof HandedSession, unknown>>;
  const { id, email } = (user ?? {}) as Partial<Record<'id' | 'email', unknown>>;
  if (!isText(access_token) || !isText(id_token) || !isText(refresh_token) || !isText(id)) return null;
  return {
    access_token,
    id_token,
    refresh_token,
    expires_at: typeof expires_at === 'number' ? expires_at : 0,
    token_type: 'bearer',
    user: { id, email: isText(email) ? email : '' },
    nonce: isText(nonce) ? nonce : null,
    choices: parseChoices(choices),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

const NONCE = `${AUTH_PREFIX}handoffNonce`;
const ofWindow = () => sessionStorage;

/** A nonce of this window, stored until a session or nothing comes back. */
export function storeNonce(): string {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  writeStored(NONCE, nonce, ofWindow);
  return nonce;
}

/** The stored nonce, which counts once. */
export function takeNonce(): string | null {
  const nonce = readStored(NONCE, ofWindow);
  writeStored(NONCE, null, ofWindow);
  return nonce;
}

const ANSWERED = `${AUTH_PREFIX}handoffAnswered`;

/** Notes, on the root host, which question was answered with a session: only its nonce tells of a failure. */
export function rememberAnswer(nonce: string | null): void {
  writeStored(ANSWERED, nonce, ofWindow);
}

/** Whether a nonce that comes back is that of the last answer, which counts once: anyone may link here with any other. */
export function takeAnswer(nonce: string): boolean {
  if (readStored(ANSWERED, ofWindow) !== nonce) return false;
  rememberAnswer(null);
  return true;
}

const FAILED = `${AUTH_PREFIX}handoffFailed`;

/** Remembers, on the root host, a session that the app host could not install: handing it over again would go round in a circle. */
export function rememberFailedHandoff(sessionId: string | null): void {
  writeStored(FAILED, sessionId, ofWindow);
}

export function hasFailedHandoff(sessionId: string): boolean {
  return readStored(FAILED, ofWindow) === sessionId;
}
