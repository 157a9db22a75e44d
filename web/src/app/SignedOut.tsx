import { useEffect } from 'react';
import { LoadingScreen } from '#components/Loading.tsx';
import { adoptChoices, parseChoices } from '#lib/choices';
import { currentIdentity } from '#lib/session/auth';
import { decodeJson } from '#lib/session/base64-json';
import { takeEndedSession } from '#lib/session/ended-session';
import { clearAuthStorage, hasStoredSession } from '#lib/storage';

/**
 * On the root host, after a sign-out on the app host, with the ended session's id in the fragment: what this host
 * stored of the same session goes too, and what was chosen on the app host holds here as well. A link cannot sign
 * anyone out with it or choose for them, since nobody else knows the id.
 */
export function SignedOut() {
  useEffect(() => {
    forget(location.hash.slice(1)).finally(() => location.replace('/'));
  }, []);
  return <LoadingScreen text="common:account.signingOut" atOnce />;
}

async function forget(encoded: string): Promise<void> {
  const { sessionId, choices } = (decodeJson(encoded) ?? {}) as Readonly<Record<string, unknown>>;
  const identity = hasStoredSession() ? await currentIdentity().catch(() => null) : null;
  if (identity && identity.sessionId === sessionId) clearAuthStorage();
  // Another window may have been here first: it noticed that the session has ended.
  else if (!takeEndedSession(sessionId)) return;
  adoptChoices(parseChoices(choices));
}
