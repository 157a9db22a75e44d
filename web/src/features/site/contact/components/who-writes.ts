import { hasStoredSession } from '#lib/storage';

/** Name and address of the signed-in person; null for a stranger, who loads nothing of what signing in needs. */
export async function whoWrites(): Promise<{ readonly name: string; readonly email: string } | null> {
  if (!hasStoredSession()) return null;
  const { currentIdentity } = await import('#lib/session/auth');
  return currentIdentity();
}
