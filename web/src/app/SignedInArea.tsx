import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { LoadingScreen } from '../components/Loading';
import { currentIdentity, type Identity } from '../lib/auth';
import { queryClient } from '../lib/query-client';
import { rememberReturnPath, signInPath } from '../lib/return-path';
import { AppShell } from './AppShell';
import { LiveProvider } from './LiveProvider';
import { SessionFailed } from './SessionFailed';
import { SessionProvider } from './SessionProvider';

type State =
  | { readonly kind: 'looking' }
  | { readonly kind: 'signed-in'; readonly identity: Identity }
  | { readonly kind: 'stranger' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The guard: what is inside is for signed-in people; a stranger signs in first and comes back. */
export function SignedInArea() {
  const { pathname, search, hash } = useLocation();
  const [state, setState] = useState<State>({ kind: 'looking' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt looks again
  useEffect(() => {
    let current = true;
    currentIdentity().then(
      (identity) => current && setState(identity ? { kind: 'signed-in', identity } : { kind: 'stranger' }),
      (error: unknown) => current && setState({ kind: 'failed', error }),
    );
    return () => {
      current = false;
    };
  }, [attempt]);

  const path = pathname + search + hash;
  const stranger = state.kind === 'stranger';
  useEffect(() => {
    if (stranger) rememberReturnPath(path);
  }, [stranger, path]);

  switch (state.kind) {
    case 'looking':
      return <LoadingScreen />;
    case 'stranger':
      return (
        <>
          <LoadingScreen text="loading:toSignIn" />
          <Navigate to={signInPath(path)} replace />
        </>
      );
    case 'failed':
      return <SessionFailed error={state.error} onRetry={() => setAttempt(attempt + 1)} />;
    case 'signed-in':
      return (
        <QueryClientProvider client={queryClient}>
          <SessionProvider identity={state.identity}>
            <LiveProvider>
              <AppShell />
            </LiveProvider>
          </SessionProvider>
        </QueryClientProvider>
      );
  }
}
