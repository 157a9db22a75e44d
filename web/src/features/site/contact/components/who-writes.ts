import { currentIdentity } from '#lib/session/auth';

/** Name and address of the signed-in person; null for a stranger. */
export async function whoWrites(): Promise<{ readonly name: string; readonly email: string } | null> {
  return currentIdentity();
}
