import { lazy, Suspense, useEffect, useState } from 'react';
import { LoadingScreen } from '#components/Loading.tsx';
import { currentIdentity, type Identity } from '#lib/session/auth';
import { clearEndedSession } from '#lib/session/ended-session';
import { hasStoredSession } from '#lib/storage';
import { PublicLayout } from './PublicLayout';

const SignedInFrame = lazy(async () => ({ default: (await import('./SignedInFrame')).SignedInFrame }));

type State =
  | { readonly kind: 'looking' | 'stranger' }
  | { readonly kind: 'signed-in'; readonly identity: Identity };

/**
 * Around a page that anyone may read: the dashboard's frame for a signed-in person, else the public one. What
 * signing in needs is loaded only where a session is stored.
 */
export function AnyoneArea() {
  const [state, setState] = useState<State>(() => ({ kind: hasStoredSession() ? 'looking' : 'stranger' }));
  useEffect(() => {
    if (!hasStoredSession()) return;
    let current = true;
    look()
      .catch(() => null)
      .then((identity) => {
        if (current) setState(identity ? { kind: 'signed-in', identity } : { kind: 'stranger' });
      });
    return () => {
      current = false;
    };
  }, []);
  if (state.kind === 'stranger') return <PublicLayout />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      {state.kind === 'signed-in' ? <SignedInFrame identity={state.identity} /> : <LoadingScreen />}
    </Suspense>
  );
}

async function look(): Promise<Identity | null> {
  const identity = await currentIdentity();
  if (!identity) return null;
  const { checkSession } = await import('#lib/session/check-session');
  if (!(await checkSession())) return identity;
  // It ended elsewhere: here it ends without a word, since this page doesn't need it.
  clearEndedSession();
  return null;
}
