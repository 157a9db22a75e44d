/**
 * One screen signs in, signs up and asks for a new password; the address says which, so back and forward work. People
 * sign up under a random user name with their address as an alias, so that the answer doesn't tell who has an account;
 * a forgotten password is answered alike, in words and in time. Mailed links carry `#username=…&code=…&email=…`: the
 * code is taken out of the address at once, and confirming takes a click, because mail scanners follow links.
 */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { currentIdentity } from '#lib/session/auth';
import { readAuthState } from '../auth-state';
import type { Credentials } from '../credentials';
import { AFTER_LOGIN, AFTER_SIGN_UP, useArrival } from '../hooks/useArrival';
import { modeOf } from '../modes';
import { readPendingSignUp } from '../pending-sign-up';
import { CheckMail } from './CheckMail';
import { ChoosePassword } from './ChoosePassword';
import { CodeForm } from './CodeForm';
import { LegalNotice } from './LegalNotice';
import { LinkSent } from './LinkSent';
import { RecoveryForm } from './RecoveryForm';
import { Redirecting } from './Redirecting';
import { ResetForm } from './ResetForm';
import { SignInForm } from './SignInForm';
import { SignUp } from './SignUp';

/** For so long a link for a new password is good. */
const LINK_MS = 3_600_000;

/** Signing in, signing up, or asking for a new password: one screen, whose address says which. */
export function AuthScreen() {
  const { pathname, state: historyState, key } = useLocation();
  const mode = modeOf(pathname);
  const state = readAuthState(historyState);
  const { arrival, arrive } = useArrival(useSearchParams()[0].get('redirect'));
  const [email, setEmail] = useState(state.email ?? '');
  // What a sign-in asks for next, at its step in the history; any other begins anew.
  const [next, setNext] = useState<{ readonly at: string; readonly step: Step } | null>(null);
  const credentials = useRef<Credentials | null>(null);

  useEffect(() => {
    if (mode === 'reset') return;
    // Whoever is signed in already has nothing to do here. Cognito out of reach: the form will tell.
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
        (next?.at === key ? (
          <NextStep
            step={next.step}
            email={shared.email}
            onStep={(step) => setNext(step && { at: key, step })}
            onSignedIn={() => arrive(AFTER_LOGIN)}
          />
        ) : (
          <SignInForm
            {...shared}
            notice={state.notice}
            onSignedIn={() => arrive(AFTER_LOGIN)}
            onChoosePassword={() => setNext({ at: key, step: { kind: 'choose' } })}
            onCode={(typed) => setNext({ at: key, step: { kind: 'code', typed } })}
          />
        ))}
      {mode === 'signup' && (
        <SignUp
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

/** What Cognito asks for beside the password. */
type Step = { readonly kind: 'choose' } | { readonly kind: 'code' | 'recovery'; readonly typed: Credentials };

function NextStep({
  step,
  email,
  onStep,
  onSignedIn,
}: {
  readonly step: Step;
  readonly email: string;
  /** Null begins anew. */
  readonly onStep: (step: Step | null) => void;
  readonly onSignedIn: () => void;
}) {
  if (step.kind === 'choose') return <ChoosePassword email={email} onSignedIn={onSignedIn} />;
  const { typed } = step;
  return step.kind === 'code' ? (
    <CodeForm
      onSignedIn={onSignedIn}
      onRecover={() => onStep({ kind: 'recovery', typed })}
      onBack={() => onStep(null)}
    />
  ) : (
    <RecoveryForm
      email={typed.username}
      password={typed.password}
      onSignedIn={onSignedIn}
      onBack={() => onStep({ kind: 'code', typed })}
    />
  );
}
