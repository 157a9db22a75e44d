import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { LoadingScreen } from '../components/Loading';
import { connectApi } from '../lib/api';
import { signOut as endSession, type Identity, onSignedOutElsewhere } from '../lib/auth';
import { config } from '../lib/config';
import { queryKeys } from '../lib/query-keys';
import { rememberReturnPath, signInPath } from '../lib/return-path';
import { type Session, SessionContext } from '../lib/session';
import { clearAuthStorage } from '../lib/storage';
import { loadMe } from './load-me';
import { SessionFailed } from './SessionFailed';

const SIGN_OUT_DELAY = 100;

/** Brings who is signed in, and takes her out when the session ends: here, at the server, or in another window. */
export function SessionProvider({
  identity,
  children,
}: {
  readonly identity: Identity;
  readonly children: ReactNode;
}) {
  const queryClient = useQueryClient();
  const me = useQuery({ queryKey: queryKeys.me, queryFn: () => loadMe(identity), staleTime: 60_000 });
  const account = me.data?.accounts[0];

  // Before the children ask for anything: their calls name the account.
  connectApi({ accountId: account?.id ?? null });

  const signOut = useCallback(async () => {
    await endSession().catch(() => {});
    queryClient.clear();
    // A full load: nothing of the person stays in memory.
    setTimeout(() => location.assign(config().rootOrigin), SIGN_OUT_DELAY);
  }, [queryClient]);

  useEffect(() => {
    const leave = () => {
      const path = location.pathname + location.search + location.hash;
      clearAuthStorage();
      rememberReturnPath(path);
      location.assign(signInPath(path, { ended: true }));
    };
    connectApi({ onSessionEnd: leave });
    const stop = onSignedOutElsewhere(() => location.assign(config().rootOrigin));
    return () => {
      stop();
      connectApi({ onSessionEnd: () => {}, accountId: null });
    };
  }, []);

  const profile = me.data?.profile;
  const session = useMemo<Session | null>(
    () => (profile && account ? { profile, account, signOut } : null),
    [profile, account, signOut],
  );
  if (session) return <SessionContext value={session}>{children}</SessionContext>;
  if (me.isError)
    return (
      <SessionFailed error={me.error} onRetry={() => void me.refetch()} onSignOut={() => void signOut()} />
    );
  return <LoadingScreen />;
}
