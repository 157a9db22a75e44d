import { Alert } from '@aws-amplify/ui-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { LoadingScreen } from '#components/Loading.tsx';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { currentIdentity, type Identity } from '#lib/session/auth';
import { clearEndedSession } from '#lib/session/ended-session';
import { rememberFailedHandoff, takeAnswer } from '#lib/session/handoff';
import { rememberReturnPath, safePath } from '#lib/session/return-path';
import {
  believedEnd,
  markedSessionEnd,
  markSessionEnd,
  parseSessionEnd,
  type SessionEnd,
} from '#lib/session/session-end';
import { hasStoredSession } from '#lib/storage';

const ContinueAs = lazy(async () => ({ default: (await import('./ContinueAs')).ContinueAs }));

const WORDS: Record<SessionEnd, TranslationKey> = {
  expired: 'common:sessionEnd.expired',
  signedOut: 'common:sessionEnd.signedOut',
  newPassword: 'common:sessionEnd.newPassword',
  suspended: 'common:sessionEnd.suspended',
};

/**
 * Before the auth screen: keeps the page that asked for it, says why a session ended, and sees to it that a session
 * which the app host refused is not handed over again.
 */
export function AuthGate() {
  const { t } = useTexts();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [hints] = useState(() => readHints(search));
  const [{ prompt, end, reason }, setFound] = useState<Found>(() => {
    const marked = markedSessionEnd();
    return {
      prompt: null,
      reason: marked.reason,
      end: marked.end ?? (hints.claim && !hasStoredSession() ? believedEnd(hints.claim, null) : null),
    };
  });
  // Whoever has no session here, or comes with no word from the app host, waits for nothing.
  const [ready, setReady] = useState(() => !hints.given || !hasStoredSession());

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the address that led here
  useEffect(() => {
    if (hints.redirect) rememberReturnPath(hints.redirect);
    // What was said once is not said again by a reload.
    markSessionEnd(null);
    if (hints.given) navigate({ pathname, search: hints.rest, hash }, { replace: true, state });
    if (ready) return;
    prepare(hints)
      .then((found) => setFound({ ...found, end: end ?? found.end, reason: found.reason ?? reason }))
      .catch(() => {})
      .finally(() => setReady(true));
  }, []);

  if (!ready) return <LoadingScreen />;
  if (prompt)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <ContinueAs
          email={prompt.email}
          why="here"
          busy={false}
          onContinue={() => setFound({ prompt: null, end, reason })}
          onOther={() => {
            setReady(false);
            void import('#lib/session/sign-out')
              .then(({ signOut }) => signOut())
              .catch(() => {})
              .finally(() => {
                setFound({ prompt: null, end, reason });
                setReady(true);
              });
          }}
        />
      </Suspense>
    );
  const isLogin = pathname === '/auth' || pathname === '/auth/login';
  return (
    <>
      {end && isLogin && (
        <Alert variation="info" className="parted-below-large">
          {end === 'suspended' && reason ? t('common:sessionEnd.suspendedFor', { reason }) : t(WORDS[end])}
        </Alert>
      )}
      <Outlet />
    </>
  );
}

interface Found {
  /** Whom to ask whether they want to go on with the session that is here. */
  readonly prompt: Identity | null;
  /** Why the session ended, in words that may be believed. */
  readonly end: SessionEnd | null;
  /** Of a suspension, as the server gave it. */
  readonly reason: string | null;
}

/** What the address says. It comes from the app host, or from whoever made the link. */
interface Hints {
  readonly redirect: string | null;
  readonly claim: SessionEnd | null;
  /** Of the handoff that didn't work. */
  readonly failedNonce: string | null;
  readonly askWho: boolean;
  /** Whether the app host said anything. */
  readonly given: boolean;
  /** The query without it. */
  readonly rest: string;
}

function readHints(search: string): Hints {
  const query = new URLSearchParams(search);
  const hints = {
    redirect: safePath(query.get('redirect')),
    claim: parseSessionEnd(query.get('reason')),
    failedNonce: query.get('handoff'),
    askWho: query.get('prompt') === 'login',
  };
  const names = ['reason', 'handoff', 'prompt'];
  const given = names.some((name) => query.has(name));
  for (const name of names) query.delete(name);
  return { ...hints, given, rest: query.toString() };
}

async function prepare({ claim, failedNonce, askWho }: Hints): Promise<Found> {
  let end: SessionEnd | null = null;
  let reason: string | null = null;
  if (claim) {
    // Loaded for whom it concerns: the screen itself makes no calls to the API.
    const { checkSession } = await import('#lib/session/check-session');
    const found = await checkSession();
    if (found) {
      clearEndedSession();
      end = believedEnd(claim, found.end);
      reason = found.reason;
    }
  }
  const failed = failedNonce !== null && takeAnswer(failedNonce);
  if (!failed && !askWho) return { prompt: null, end, reason };
  const identity = await currentIdentity();
  if (identity && failed) rememberFailedHandoff(identity.sessionId);
  return { prompt: askWho ? identity : null, end, reason };
}
