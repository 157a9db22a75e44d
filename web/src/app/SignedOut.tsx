import { useEffect } from 'react';
import { LoadingScreen } from '../components/Loading';
import { currentIdentity } from '../lib/auth';
import { clearAuthStorage, hasStoredSession } from '../lib/storage';

/**
 * On the root host, after a sign-out on the app host, with the ended session's id in the fragment: what this host
 * stored of the same session goes too. A link cannot sign anyone out with it, since nobody else knows the id.
 */
export function SignedOut() {
  useEffect(() => {
    forget(location.hash.slice(1)).finally(() => location.replace('/'));
  }, []);
  return <LoadingScreen text="common:account.signingOut" atOnce />;
}

async function forget(sessionId: string): Promise<void> {
  if (!hasStoredSession()) return;
  const identity = await currentIdentity().catch(() => null);
  if (identity?.sessionId === sessionId) clearAuthStorage();
}
