import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadingScreen } from '#components/Loading.tsx';
import { config } from '#lib/config';
import { rootUrl } from '#lib/hosts';
import { storeNonce } from '#lib/session/handoff';
import { landingPath } from '#lib/session/return-path';

/** On the app host: asks the root host for the session, with a nonce by which the answer is known. */
export function AskForSession() {
  const redirect = landingPath(null, useSearchParams()[0].get('redirect'));
  useEffect(() => {
    const question = new URLSearchParams({ nonce: storeNonce(), redirect });
    location.replace(rootUrl(`/auth/handoff?${question}`, config()));
  }, [redirect]);
  return <LoadingScreen text="loading:toDashboard" atOnce />;
}
