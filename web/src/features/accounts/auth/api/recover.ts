import { call } from '#lib/api';
import { signIn } from './sign-in';

/** Signs in by password and recovery code, which takes the second factor away. */
export async function recover(email: string, password: string, code: string): Promise<void> {
  await call('useRecoveryCode', { body: { email, password, code } });
  const outcome = await signIn(email, password);
  if (outcome !== 'done') throw new Error(`Sign-in step not expected: ${outcome}`);
}
