import { createContext, useContext } from 'react';
import { type Permission, permits } from '../../../functions/contract/permissions';
import type { Account, Profile } from '../../../functions/contract/profile';

/** The signed-in person and the account she acts for. */
export interface Session {
  readonly profile: Profile;
  readonly account: Account;
  readonly signOut: () => Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession must be used within a SessionProvider');
  return session;
}

/** Whether to offer an action; the server decides again by the same table. */
export function usePermission(permission: Permission): boolean {
  const { profile, account } = useSession();
  return permits(permission, { profile: profile.role, team: account.role });
}
