import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LoadingScreen } from '#components/Loading.tsx';
import { config } from '#lib/config';
import { rootUrl } from '#lib/hosts';
import { currentIdentity, type Identity } from '#lib/session/auth';
import { installSession } from '#lib/session/hand-session';
import type { HandedSession } from '#lib/session/handoff';
import { forgetReceived, receiveSession } from '#lib/session/receive-session';
import { signInPath } from '#lib/session/return-path';
import { hasStoredSession } from '#lib/storage';
import { AreaLoading } from './AreaLoading';
import { adoptChoices } from './adopt-choices';
import { ContinueAs } from './ContinueAs';
import { SessionFailed } from './SessionFailed';
import { SignedInFrame } from './SignedInFrame';
import { useLook } from './use-look';

type Hints = Parameters<typeof signInPath>[1];
type Found =
  | { readonly kind: 'signed-in'; readonly identity: Identity }
  | { readonly kind: 'asked'; readonly session: HandedSession; readonly identity: Identity | null }
  | { readonly kind: 'stranger'; readonly hints: Hints };

/** The guard of the app host: what is inside is for signed-in people; a stranger signs in first and comes back. */
export function SignedInArea() {
  const { pathname, search, hash } = useLocation();
  const { state, setState, lookAgain } = useLook(look);
  const [installing, setInstalling] = useState(false);

  const signIn = state.kind === 'stranger' ? signInPath(pathname + search + hash, state.hints) : null;
  useEffect(() => {
    if (signIn) location.replace(rootUrl(signIn, config()));
  }, [signIn]);

  switch (state.kind) {
    case 'looking':
      return <AreaLoading />;
    case 'stranger':
      return <LoadingScreen text="loading:toSignIn" atOnce />;
    case 'failed':
      return <SessionFailed error={state.error} onRetry={lookAgain} />;
    case 'asked':
      return (
        <main>
          <ContinueAs
            email={state.session.user.email}
            why="link"
            busy={installing}
            onContinue={() => {
              setInstalling(true);
              forgetReceived();
              void installSession(state.session)
                .catch(() => {})
                .finally(lookAgain);
            }}
            onOther={() => {
              forgetReceived();
              // Whoever is signed in here stays so; else the root host asks who.
              if (state.identity) lookAgain();
              else setState({ kind: 'stranger', hints: { prompt: 'login' } });
            }}
          />
        </main>
      );
    case 'signed-in':
      return <SignedInFrame identity={state.identity} />;
  }
}

async function look(): Promise<Found> {
  const received = await receiveSession();
  const hadSession = hasStoredSession();
  if (received.kind === 'installed' && received.choices) await adoptChoices(received.choices).catch(() => {});
  const identity = await currentIdentity();
  if (received.kind === 'asked') return { kind: 'asked', session: received.session, identity };
  if (identity) return { kind: 'signed-in', identity };
  return {
    kind: 'stranger',
    hints: {
      reason: hadSession ? 'expired' : null,
      // Else the root host would hand over again what didn't work, and so on.
      handoff: received.kind === 'none' ? null : received.nonce,
    },
  };
}
