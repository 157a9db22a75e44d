import type { Choices } from '../choices';
import { config } from '../config';
import { currentIdentity } from './auth';
import { installSession } from './hand-session';
import { decodeSession, type HandedSession, takeNonce } from './handoff';
import { takeHandedSession } from './session-fragment';

/**
 * What became of a session that this page load brought: `none` came; it was `installed`; it is someone's, but nobody
 * here asked for it, so the person is to be `asked`; or it was `ignored`, since something about it is wrong. The nonce is
 * the one that this host asked with.
 */
export type Received =
  | { readonly kind: 'none' }
  | { readonly kind: 'ignored'; readonly nonce: string | null }
  | { readonly kind: 'installed'; readonly nonce: string; readonly choices: Choices | undefined }
  | { readonly kind: 'asked'; readonly session: HandedSession };

let received: Promise<Received> | undefined;

/** Takes the session in that the root host handed over, once a page load. Never fails: what is wrong is ignored. */
export function receiveSession(): Promise<Received> {
  if (!received) {
    const nonce = takeNonce();
    received = receive(nonce).catch((): Received => ({ kind: 'ignored', nonce }));
  }
  return received;
}

/** After the answer to the question: what arrived is dealt with. */
export function forgetReceived(): void {
  received = Promise.resolve({ kind: 'none' });
}

async function receive(nonce: string | null): Promise<Received> {
  const encoded = takeHandedSession();
  if (encoded === null) return { kind: 'none' };
  const bundle = decodeSession(encoded);
  if (!bundle) return { kind: 'ignored', nonce };
  const { verifySession } = await import('./verify-session');
  // From here on it is who the tokens say.
  const session = { ...bundle, user: await verifySession(bundle, config()) };
  if (nonce === null || session.nonce !== nonce) {
    // Their own session, a second time: there is nothing to ask.
    const identity = await currentIdentity().catch(() => null);
    return identity?.userId === session.user.id ? { kind: 'none' } : { kind: 'asked', session };
  }
  await installSession(session);
  return { kind: 'installed', nonce, choices: session.choices };
}
