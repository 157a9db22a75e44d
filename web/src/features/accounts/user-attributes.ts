import { fetchAuthSession, updateUserAttributes } from 'aws-amplify/auth';
import { configureAuth } from '#lib/session/auth';

/** Writes what the tokens say of the person, then renews them. A blank attribute is removed. */
export async function writeUserAttributes(attributes: Readonly<Record<string, string>>): Promise<void> {
  configureAuth();
  await updateUserAttributes({ userAttributes: attributes });
  await fetchAuthSession({ forceRefresh: true });
}
