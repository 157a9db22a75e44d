import type {
  RecoveryCodes,
  SecondFactorSecret,
  Security,
  TurnOnSecondFactor,
  UseRecoveryCode,
} from '#contract/accounts/security';
import { UserId } from '#contract/base/ids';
import type { AuthenticatedUser } from '#platform/actor';
import { asParleyError, ParleyError } from '#platform/errors';
import type { CallOrigin } from '#platform/http-handler';
import { logger } from '#platform/logger';
import type { PasswordCheck } from '#platform/password-check';
import type { SecondFactor } from '#platform/second-factor';
import type { EndOwnTokens, PoolSessions } from '#platform/user-sessions';
import { activeProfile } from '../active-profile';
import type { StoredProfile } from '../entity';
import { hashedAddress, hashedNetwork, limitWithin } from '../limits/rate-limit';
import { type PostDeps, post } from '../mail/post';
import { type EndingDeps, endAllSessions, endOtherSessions } from '../reset';
import { findProfile } from '../stored-profile';
import { countCodes, deleteCodes, giveCodeBack, replaceCodes, takeCode } from './recovery-codes';
import { type SecurityNews, securityMail } from './security-mail';
import { limitTries, QUARTER } from './tries';

export interface SecurityDeps extends PostDeps, EndingDeps {
  readonly secondFactor: SecondFactor;
  readonly passwordCheck: PasswordCheck;
  readonly poolSessions: PoolSessions;
  readonly endOwnTokens: EndOwnTokens;
  readonly appOrigin: string;
}

/** Recovery codes that may be tried in a quarter of an hour: from one network address, of one person from all. */
const TRIES = { address: 30, everywhere: 200 } as const;

export async function getSecurity(
  { secondFactor }: SecurityDeps,
  user: AuthenticatedUser,
): Promise<Security> {
  await activeProfile(user);
  const [isOn, left] = await Promise.all([secondFactor.isOn(user.accessToken), countCodes(user.userId)]);
  return { secondFactor: isOn, recoveryCodesLeft: isOn ? left : 0 };
}

/** A secret for an authenticator app. Nothing changes until a code of it is shown. */
export async function beginSecondFactor(
  { secondFactor }: SecurityDeps,
  user: AuthenticatedUser,
): Promise<SecondFactorSecret> {
  await activeProfile(user);
  await assertOff(secondFactor, user);
  return { secret: await secondFactor.newSecret(user.accessToken) };
}

/**
 * The codes are there before the factor is: nobody is to be locked out because a function died in between. Whoever was
 * signed in without the factor is signed out.
 */
export async function turnOnSecondFactor(
  deps: SecurityDeps,
  user: AuthenticatedUser,
  { code }: TurnOnSecondFactor,
): Promise<RecoveryCodes> {
  const profile = await activeProfile(user);
  const { clock, secondFactor } = deps;
  await limitTries(clock, user.userId);
  await assertOff(secondFactor, user);
  await secondFactor.verify(user.accessToken, code);
  const codes = await replaceCodes(clock, user.userId);
  await secondFactor.turnOn(user.accessToken);
  await endOtherSessions(deps, user);
  await tell(deps, profile, 'on');
  return codes;
}

export async function turnOffSecondFactor(deps: SecurityDeps, user: AuthenticatedUser): Promise<void> {
  const profile = await activeProfile(user);
  const wasOn = await deps.secondFactor.isOn(user.accessToken);
  await deps.secondFactor.turnOff(user.accessToken);
  await deleteCodes(user.userId);
  if (wasOn) await tell(deps, profile, 'off');
}

export async function renewRecoveryCodes(
  deps: SecurityDeps,
  user: AuthenticatedUser,
): Promise<RecoveryCodes> {
  const profile = await activeProfile(user);
  if (!(await deps.secondFactor.isOn(user.accessToken))) throw new ParleyError('security.no_second_factor');
  const codes = await replaceCodes(deps.clock, user.userId);
  await tell(deps, profile, 'codes');
  return codes;
}

/**
 * Cognito has changed the password already. Ends every session and tells the user of the change. The session that asks
 * ends too: of its tokens there may be a copy, which would be renewed for as long as the original is.
 */
export async function notePasswordChange(deps: SecurityDeps, user: AuthenticatedUser): Promise<void> {
  const profile = await activeProfile(user);
  await limitTries(deps.clock, user.userId);
  await endAllSessions(deps, user);
  await tell(deps, profile, 'password');
}

/**
 * Takes the second factor of somebody away who has lost it: by their password, which Cognito judges, and a recovery code.
 * What fails is told alike, so that it says neither who exists, nor who has a second factor, nor which half was wrong.
 */
export async function useRecoveryCode(
  deps: SecurityDeps,
  { email, password, code }: UseRecoveryCode,
  { address }: CallOrigin,
): Promise<void> {
  const { clock, secondFactor, passwordCheck } = deps;
  await limitWithin(clock, `RECOVERY_FROM#${await hashedNetwork(address)}`, {
    seconds: QUARTER,
    times: TRIES.address,
  });
  // Of one network few, of all networks more: else whoever knows an address could keep its owner from their own recovery.
  const person = email.toLowerCase();
  await limitTries(clock, `${person} ${address}`);
  await limitWithin(clock, `RECOVERY_OF#${await hashedAddress(person)}`, {
    seconds: QUARTER,
    times: TRIES.everywhere,
  });
  const known = await passwordCheck.of(person, password).catch((error: unknown) => {
    throw asParleyError(error).code === 'security.password_wrong'
      ? new ParleyError('security.recovery_refused', { cause: error })
      : error;
  });
  if (!known.hasSecondFactor || !(await takeCode(known.userId, code)))
    throw new ParleyError('security.recovery_refused');
  try {
    await secondFactor.takeAway(known.userName);
  } catch (error) {
    await giveCodeBack(known.userId, code);
    throw error;
  }
  await deleteCodes(known.userId);
  const profile = await findProfile(known.userId);
  if (profile) await tell(deps, profile, 'recovered');
}

/** Another app takes the place of one only after that was turned off. */
async function assertOff(secondFactor: SecondFactor, { accessToken }: AuthenticatedUser): Promise<void> {
  if (await secondFactor.isOn(accessToken)) throw new ParleyError('security.already_on');
}

/** What it is about is done: a mail that can't be sent must not be answered as if it weren't. */
async function tell(
  deps: SecurityDeps,
  { userId, email, language }: StoredProfile,
  news: SecurityNews,
): Promise<void> {
  try {
    const mail = securityMail(email, language, { news, url: `${deps.appOrigin}/settings/security` });
    await post(deps, 'security', { person: userId }, mail);
  } catch (error) {
    logger.error('A person could not be told of a change of their sign-in.', {
      userId: UserId.parse(userId),
      news,
      error: error instanceof Error ? error : String(error),
    });
  }
}
