import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { LoadingScreen } from '#components/Loading.tsx';
import { config } from '#lib/config';
import { appUrl } from '#lib/hosts';
import { currentIdentity } from '#lib/session/auth';
import { checkSession } from '#lib/session/check-session';
import { clearEndedSession } from '#lib/session/ended-session';
import { hasFailedHandoff, rememberFailedHandoff } from '#lib/session/handoff';
import { rememberReturnPath, signInPath } from '#lib/session/return-path';
import { markSessionEnd, type SessionEnd } from '#lib/session/session-end';
import { hasStoredSession } from '#lib/storage';
import { HandoffFailed } from './HandoffFailed';
import { SessionFailed } from './SessionFailed';
import { useLook } from './use-look';

type Found = { readonly kind: 'leaving' | 'stuck' | 'stranger' };

/**
 * The guard of the root host: the application's pages are on the app host, to which a signed-in person is handed
 * over; a stranger signs in first and comes back.
 */
export function ToApp() {
  const { pathname, search, hash } = useLocation();
  const path = pathname + search + hash;
  const { state, lookAgain } = useLook(look);

  const { kind } = state;
  useEffect(() => {
    if (kind === 'stranger') rememberReturnPath(path);
    if (kind === 'leaving')
      location.replace(appUrl(`/auth/handoff?${new URLSearchParams({ redirect: path })}`, config()));
  }, [kind, path]);

  const retry = () => {
    rememberFailedHandoff(null);
    lookAgain();
  };
  switch (state.kind) {
    case 'looking':
      return <LoadingScreen />;
    case 'leaving':
      return <LoadingScreen text="loading:toDashboard" atOnce />;
    case 'stranger':
      return <Navigate to={signInPath(path)} replace />;
    case 'stuck':
      return <HandoffFailed onRetry={retry} />;
    case 'failed':
      return <SessionFailed error={state.error} onRetry={retry} />;
  }
}

async function look(): Promise<Found> {
  const hadSession = hasStoredSession();
  const identity = await currentIdentity();
  if (!identity) return stranger(hadSession ? 'expired' : null);
  // A session that has ended elsewhere is not handed over: the app host would only send it back.
  const ended = await checkSession();
  if (ended) {
    clearEndedSession();
    return stranger(ended.end, ended.reason);
  }
  return { kind: hasFailedHandoff(identity.sessionId) ? 'stuck' : 'leaving' };
}

function stranger(end: SessionEnd | null, reason: string | null = null): Found {
  markSessionEnd(end, reason);
  return { kind: 'stranger' };
}
