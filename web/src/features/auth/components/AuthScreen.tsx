import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { currentIdentity } from '../../../lib/auth';
import { readAuthState } from '../auth-state';
import type { Credentials } from '../credentials';
import { AFTER_LOGIN, AFTER_SIGN_UP, useArrival } from '../hooks/useArrival';
import { modeOf } from '../modes';
import { readPendingSignUp } from '../pending-sign-up';
import { CheckMail } from './CheckMail';
import { ChoosePassword } from './ChoosePassword';
import { LegalNotice } from './LegalNotice';
import { LinkSent } from './LinkSent';
import { Redirecting } from './Redirecting';
import { ResetForm } from './ResetForm';
import { SignInForm } from './SignInForm';
import { SignUpForm } from './SignUpForm';

/** For so long a link for a new password is good. */
const LINK_MS = 3_600_000;

/** Signing in, signing up, or asking for a new password: one screen, whose address says which. */
export function AuthScreen() {
  const { pathname, state: historyState, key } = useLocation();
  const mode = modeOf(pathname);
  const state = readAuthState(historyState);
  const { arrival, arrive } = useArrival(useSearchParams()[0].get('redirect'));
  const [email, setEmail] = useState(state.email ?? '');
  // The step in the history that asks for a password of one's own; any other begins anew.
  const [choosing, setChoosing] = useState<string | null>(null);
  const credentials = useRef<Credentials | null>(null);

  useEffect(() => {
    if (mode === 'reset') return;
    // Who is signed in already has nothing to do here. Cognito out of reach: the form will tell.
    currentIdentity().then(
      (identity) => identity && arrive(AFTER_LOGIN),
      () => {},
    );
  }, [mode, arrive]);

  if (arrival) return <Redirecting confirmed={arrival === AFTER_SIGN_UP} />;
  const pending = state.waiting && mode === 'signup' ? readPendingSignUp() : null;
  if (pending)
    return (
      <CheckMail
        pending={pending}
        credentials={credentials.current?.username === pending.username ? credentials.current : null}
        onSignedIn={() => arrive(AFTER_SIGN_UP)}
      />
    );
  // An address that is opened anew brings its history along; what the link says of its hour holds here, too.
  if (mode === 'reset' && state.linkSent && Date.now() < state.linkSent.at + LINK_MS)
    return <LinkSent {...state.linkSent} />;
  const shared = { email: state.email ?? email, onEmail: setEmail };
  return (
    <>
      {mode === 'login' &&
        (choosing === key ? (
          <ChoosePassword email={shared.email} onSignedIn={() => arrive(AFTER_LOGIN)} />
        ) : (
          <SignInForm
            {...shared}
            notice={state.notice}
            onSignedIn={() => arrive(AFTER_LOGIN)}
            onChoosePassword={() => setChoosing(key)}
          />
        ))}
      {mode === 'signup' && (
        <SignUpForm
          {...shared}
          onSignedUp={(signedUp) => {
            credentials.current = signedUp;
          }}
        />
      )}
      {mode === 'reset' && <ResetForm {...shared} />}
      <LegalNotice mode={mode} />
    </>
  );
}
