import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadingScreen } from '#components/Loading.tsx';
import { currentChoices } from '#lib/choices';
import { config } from '#lib/config';
import { appUrl } from '#lib/hosts';
import { sessionToHand } from '#lib/session/hand-session';
import { encodeSession, rememberAnswer } from '#lib/session/handoff';
import { landingPath } from '#lib/session/return-path';
import { joinFragment } from '#lib/session/session-fragment';

/** On the root host: hands the session to the app host, in the fragment, which reaches no server and no referrer. */
export function HandOver() {
  const [search] = useSearchParams();
  const redirect = landingPath(null, search.get('redirect'));
  const nonce = search.get('nonce');
  useEffect(() => {
    const address = new URL(appUrl(redirect, config()));
    sessionToHand(nonce)
      .then((session) => {
        if (!session) return;
        address.hash = joinFragment(encodeSession({ ...session, choices: currentChoices() }), address.hash);
        rememberAnswer(nonce);
      })
      // Without a session, or where handing over fails, the page opens plainly and asks to sign in.
      .catch(() => {})
      .finally(() => location.replace(address));
  }, [redirect, nonce]);
  return <LoadingScreen text="loading:toDashboard" atOnce />;
}
