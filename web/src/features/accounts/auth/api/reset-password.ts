import { confirmResetPassword } from 'aws-amplify/auth';
import { configureAuth } from '#lib/session/user-pool';
import type { MailedCode } from '../mailed-code';

export async function resetPassword({ username, code }: MailedCode, newPassword: string): Promise<void> {
  configureAuth();
  await confirmResetPassword({ username, confirmationCode: code, newPassword });
}
