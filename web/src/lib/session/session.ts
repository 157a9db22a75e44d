import { createContext, useContext } from 'react';
import type { Account, Profile, SuspendedMembership } from '#contract/accounts/profile';
import { type Permission, permits } from '#contract/base/permissions';
import type { SessionEnd } from './session-end';

/** The signed-in person and the account they act for. */
export interface Session {
  readonly profile: Profile;
  readonly account: Account;
  /** All that they may act for, that one among them. */
  readonly accounts: readonly Account[];
  /** Those whose team has suspended them, or whose plan has no place for them. */
  readonly suspended: readonly SuspendedMembership[];
  readonly signOut: () => Promise<void>;
  /** Makes a call that ends the session, then leaves for the login screen, which says why; throws where it failed. */
  readonly endBy: (last: () => Promise<unknown>, end: SessionEnd) => Promise<void>;
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

/** Whether this person decides which plan the account has. */
export function useMayChoosePlan(): boolean {
  return usePermission('billing.manage');
}
