import { createContext, useContext } from 'react';
import { type Permission, permits } from '../../../functions/contract/permissions';
import type { Account, Profile } from '../../../functions/contract/profile';

/** The signed-in person and the account she acts for. */
export interface Session {
  readonly profile: Profile;
  readonly account: Account;
  readonly signOut: () => Promise<void>;
}

export const AuthContext = createContext<Session | null>(null);

export function useAuth(): Session {
  const session = useContext(AuthContext);
  if (!session) throw new Error('useAuth must be used within an AuthProvider');
  return session;
}

/** Whether to offer an action; the server decides again by the same table. */
export function usePermission(permission: Permission): boolean {
  const { profile, account } = useAuth();
  return permits(permission, { profile: profile.role, team: account.role });
}
