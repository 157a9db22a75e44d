import { currentIdentity } from './auth';
import { config } from './config';
import { installSession } from './hand-session';
import { decodeSession, type HandedSession, takeNonce } from './handoff';
import { takeHandedSession } from './session-fragment';

/**
 * What became of a session that this page load brought: `none` came; it was `installed`; it is someone's, but nobody
 * here asked for it, so the person is to be `asked`; or it was `ignored`, since something about it is wrong.
 */
export type Received =
  | { readonly kind: 'none' | 'installed' | 'ignored' }
  | { readonly kind: 'asked'; readonly session: HandedSession };

let received: Promise<Received> | undefined;

/** Takes the session in that the root host handed over, once a page load. Never fails: what is wrong is ignored. */
export function receiveSession(): Promise<Received> {
  received ??= receive().catch((): Received => ({ kind: 'ignored' }));
  return received;
}

/** After the answer to the question: what arrived is dealt with. */
export function forgetReceived(): void {
  received = Promise.resolve({ kind: 'none' });
}

async function receive(): Promise<Received> {
  const encoded = takeHandedSession();
  const nonce = takeNonce();
  if (encoded === null) return { kind: 'none' };
  const bundle = decodeSession(encoded);
  if (!bundle) return { kind: 'ignored' };
  const { verifySession } = await import('./verify-session');
  // From here on it is who the tokens say.
  const session = { ...bundle, user: await verifySession(bundle, config()) };
  if (nonce === null || session.nonce !== nonce) {
    // Her own session, a second time: there is nothing to ask.
    const identity = await currentIdentity().catch(() => null);
    return identity?.userId === session.user.id ? { kind: 'none' } : { kind: 'asked', session };
  }
  await installSession(session);
  return { kind: 'installed' };
}
