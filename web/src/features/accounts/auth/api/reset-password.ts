import { confirmResetPassword } from 'aws-amplify/auth';
import { configureAuth } from '#lib/session/auth';
import type { MailedCode } from '../mailed-code';

export async function resetPassword({ username, code }: MailedCode, newPassword: string): Promise<void> {
  configureAuth();
  await confirmResetPassword({ username, confirmationCode: code, newPassword });
}
