import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Account, SuspendedMembership } from '#contract/accounts/profile';
import { call, connectApi } from '#lib/api';
import { isPassing } from '#lib/api-error';
import { currentChoices } from '#lib/choices';
import { config } from '#lib/config';
import { hostMode, rootUrl } from '#lib/hosts';
import { queryKeys } from '#lib/query-keys';
import { chosenAmong, leaveAccount } from '#lib/session/account-choice';
import { type Identity, onSignedOutElsewhere } from '#lib/session/auth';
import { encodeJson } from '#lib/session/base64-json';
import { clearEndedSession } from '#lib/session/ended-session';
import { loadMe, ProfileDeferred } from '#lib/session/load-me';
import { signInPath } from '#lib/session/return-path';
import { AuthContext, type Session } from '#lib/session/session';
import { markSessionEnd, type SessionEnd, sessionEndOf } from '#lib/session/session-end';
import { clearAuthStorage, hasStoredSession } from '#lib/storage';
import { AreaLoading } from './AreaLoading';
import { SessionFailed } from './SessionFailed';

const ProfileDeferredScreen = lazy(async () => ({
  default: (await import('./ProfileDeferredScreen')).ProfileDeferredScreen,
}));

const NONE: readonly SuspendedMembership[] = [];
const SIGN_OUT_DELAY = 100;
/** A sign-out doesn't wait for a server that doesn't answer. */
const SIGN_OUT_PATIENCE = 3_000;
/** Renews the tokens in time, and notices an ended session where no socket tells. */
const LOOK_AGAIN = 5 * 60_000;

/** Brings who is signed in, and takes them out when the session ends: here, at the server, or in another window. */
export function AuthProvider({
  identity,
  children,
}: {
  readonly identity: Identity;
  readonly children: ReactNode;
}) {
  const queryClient = useQueryClient();
  const leaving = useRef(false);
  const me = useQuery({
    queryKey: queryKeys.me,
    queryFn: () => loadMe(identity),
    staleTime: 60_000,
    refetchInterval: LOOK_AGAIN,
    retry: (failures, error) => failures < 2 && !(error instanceof ProfileDeferred) && isPassing(error),
  });
  const accounts = me.data?.accounts;
  const suspended = me.data?.suspended ?? NONE;
  const account = accounts && chosenAmong(accounts, identity.userId);

  // Before the children ask for anything: their calls name the account.
  connectApi({ accountId: account?.id ?? null });

  const signOut = useCallback(async () => {
    leaving.current = true;
    await call('signOut', { signal: AbortSignal.timeout(SIGN_OUT_PATIENCE) }).catch(() => {});
    await Promise.race([revokeTokens().catch(() => {}), pause(SIGN_OUT_PATIENCE)]);
    clearAuthStorage();
    queryClient.clear();
    // A full load: nothing of the person stays in memory.
    setTimeout(() => location.replace(afterSignOut(identity.sessionId)), SIGN_OUT_DELAY);
  }, [queryClient, identity.sessionId]);

  const endBy = useCallback<Session['endBy']>(async (last, end) => {
    // The socket may tell of the end before the call is answered.
    leaving.current = true;
    try {
      await last();
    } catch (error) {
      leaving.current = false;
      throw error;
    }
    leaveFor(end);
  }, []);

  useEffect(() => {
    const leave = (end: SessionEnd) => {
      if (leaving.current) return;
      leaving.current = true;
      leaveFor(end);
    };
    // Come back to by the browser's back button, a page is as it was left: with what it showed.
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted && !hasStoredSession()) location.reload();
    };
    connectApi({ onSessionEnd: leave });
    const stop = onSignedOutElsewhere(identity.userId, (isReplaced) => {
      // A full load: nothing of the one person is shown to the other.
      if (isReplaced) location.reload();
      else leave('signedOut');
    });
    window.addEventListener('pageshow', shown);
    return () => {
      stop();
      window.removeEventListener('pageshow', shown);
      connectApi({ onSessionEnd: () => {}, accountId: null });
    };
  }, [identity.userId]);

  const profile = me.data?.profile;
  // Of an account that ended for them meanwhile nothing may be shown in the next: a full load keeps nothing of it.
  const shown = useRef<Account | undefined>(undefined);
  const isLeft = shown.current !== undefined && account !== undefined && shown.current.id !== account.id;
  useEffect(() => {
    if (!isLeft) shown.current = account;
    // That they are suspended is told as long as they are.
    else if (suspended.some(({ id }) => id === shown.current?.id)) location.replace('/dashboard');
    else leaveAccount(shown.current?.name ?? '');
  }, [isLeft, account, suspended]);
  const session = useMemo<Session | null>(
    () => (profile && account && accounts ? { profile, account, accounts, suspended, signOut, endBy } : null),
    [profile, account, accounts, suspended, signOut, endBy],
  );
  if (isLeft) return <AreaLoading />;
  if (session) return <AuthContext value={session}>{children}</AuthContext>;
  // The window is about to leave, and says why where it arrives.
  if (!me.isError || sessionEndOf(me.error)) return <AreaLoading />;
  const actions = { onRetry: () => void me.refetch(), onSignOut: () => void signOut() };
  return me.error instanceof ProfileDeferred ? (
    <Suspense fallback={<AreaLoading />}>
      <ProfileDeferredScreen
        email={identity.email}
        reason={me.error.reason}
        retrying={me.isFetching}
        {...actions}
      />
    </Suspense>
  ) : (
    <SessionFailed error={me.error} {...actions} />
  );
}

/** To the login screen, which leads back to where the person was. */
function leaveFor(end: SessionEnd): void {
  const path = location.pathname + location.search + location.hash;
  clearEndedSession();
  markSessionEnd(end);
  location.replace(rootUrl(signInPath(path, { reason: end }), config()));
}

async function revokeTokens(): Promise<void> {
  const { signOut } = await import('#lib/session/sign-out');
  await signOut();
}

/** The root host forgets the session as well; it knows it by its id. What was chosen here holds there, too. */
function afterSignOut(sessionId: string): string {
  if (hostMode(location.origin, config()) !== 'app') return rootUrl('/', config());
  return rootUrl(`/auth/signed-out#${encodeJson({ sessionId, choices: currentChoices() })}`, config());
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
