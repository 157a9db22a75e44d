import { call } from '#lib/api';

export async function isSignUpOpen(): Promise<boolean> {
  return (await call('getPublicStatus', {})).signUpOpen;
}
