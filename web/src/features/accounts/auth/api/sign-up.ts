import { signUp as amplifySignUp } from 'aws-amplify/auth';
import { configureAuth } from '#lib/session/user-pool';
import { mailMetadata } from '../mail-metadata';

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly companyName: string;
  readonly locale: string;
  readonly alpha: boolean;
}

/**
 * Signs up under a random user name, with the address as an alias that counts once it is confirmed: so the
 * answer doesn't tell whether the address has an account. Returns the user name.
 */
export async function signUp(user: NewUser): Promise<string> {
  configureAuth();
  const username = crypto.randomUUID();
  await amplifySignUp({
    username,
    password: user.password,
    options: {
      userAttributes: {
        email: user.email,
        name: user.fullName,
        locale: user.locale,
        ...(user.companyName ? { 'custom:company': user.companyName } : {}),
      },
      clientMetadata: mailMetadata({ alpha: user.alpha, language: user.locale }),
    },
  });
  return username;
}
