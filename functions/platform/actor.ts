import type { AccountId, UserId } from '#contract/base/ids';
import type { ProfileRole, TeamRole } from '#contract/base/permissions';

/** The user of a valid access token. Says nothing yet about permissions. */
export interface AuthenticatedUser {
  readonly userId: UserId;
  /** Of the sign-in that all of its tokens come from (`origin_jti`): what a sign-out ends. */
  readonly sessionId: string;
  /** When that sign-in was, in seconds since 1970: a renewed token keeps it. */
  readonly signedInAt: number;
  /** Asks Cognito about this very user and nothing else. */
  readonly accessToken: string;
}

/** The caller, the account that it acts for, and its roles: as the table has them at this request. */
export interface Actor {
  readonly userId: UserId;
  readonly sessionId: string;
  readonly signedInAt: number;
  readonly accountId: AccountId;
  readonly profileRole: ProfileRole;
  readonly teamRole: TeamRole;
}
