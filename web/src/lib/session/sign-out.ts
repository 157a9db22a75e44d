import { signOut as signOutOfCognito } from 'aws-amplify/auth';
import { clearAuthStorage } from '../storage';
import { configureAuth } from './user-pool';

/** Ends the session with Cognito where it can be reached, and in this browser in any case. */
export async function signOut(): Promise<void> {
  configureAuth();
  try {
    await signOutOfCognito();
  } finally {
    clearAuthStorage();
  }
}
