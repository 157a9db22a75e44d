import type {
  RecoveryCodes,
  SecondFactorSecret,
  Security,
  TurnOnSecondFactor,
  UseRecoveryCode,
  WithPassword,
} from '#contract/accounts/security';
import { UserId } from '#contract/base/ids';
import type { AuthenticatedUser } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { asParleyError, ParleyError } from '#platform/errors';
import type { CallOrigin } from '#platform/http-handler';
import { logger } from '#platform/logger';
import type { SendMail } from '#platform/mail';
import type { ProofReader, ProvenUser } from '#platform/password-proof';
import type { SecondFactor } from '#platform/second-factor';
import { activeProfile } from '../active-profile';
import type { StoredProfile } from '../entity';
import { hashedAddress, hashedNetwork, limitWithin } from '../limits/rate-limit';
import { endOtherSessions } from '../reset';
import { findProfile } from '../stored-profile';
import { countCodes, deleteCodes, giveCodeBack, replaceCodes, takeCode } from './recovery-codes';
import { type SecurityNews, securityMail } from './security-mail';

export interface SecurityDeps {
  readonly clock: Clock;
  readonly secondFactor: SecondFactor;
  readonly provenUser: ProofReader;
  readonly sendMail: SendMail;
  readonly appOrigin: string;
}

const QUARTER = 15 * 60;
/** Codes that somebody may try in a quarter of an hour: of one person, from one network address, of one from all. */
const TRIES = { person: 10, address: 30, everywhere: 200 } as const;

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

/** The codes are there before the factor is: nobody is to be locked out because a function died in between. */
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
  await tell(deps, profile, 'on');
  return codes;
}

export async function turnOffSecondFactor(
  deps: SecurityDeps,
  user: AuthenticatedUser,
  input: WithPassword,
): Promise<void> {
  const profile = await activeProfile(user);
  const proven = await ownProof(deps, user, input);
  await deps.secondFactor.takeAway(proven.userName);
  await deleteCodes(user.userId);
  if (proven.hasSecondFactor) await tell(deps, profile, 'off');
}

export async function renewRecoveryCodes(
  deps: SecurityDeps,
  user: AuthenticatedUser,
  input: WithPassword,
): Promise<RecoveryCodes> {
  const profile = await activeProfile(user);
  const proven = await ownProof(deps, user, input);
  if (!proven.hasSecondFactor) throw new ParleyError('security.no_second_factor');
  const codes = await replaceCodes(deps.clock, user.userId);
  await tell(deps, profile, 'codes');
  return codes;
}

/** Cognito has changed the password already. Ends the user's other sessions and tells the user of the change. */
export async function notePasswordChange(deps: SecurityDeps, user: AuthenticatedUser): Promise<void> {
  const profile = await activeProfile(user);
  await limitTries(deps.clock, user.userId);
  await endOtherSessions(deps.clock, user);
  await tell(deps, profile, 'password');
}

/**
 * Takes the second factor of somebody away who has lost it: by her password, which Cognito judges, and a recovery code.
 * What fails is told alike, so that it says neither who exists, nor who has a second factor, nor which half was wrong.
 */
export async function useRecoveryCode(
  deps: SecurityDeps,
  { proof, code }: UseRecoveryCode,
  { address }: CallOrigin,
): Promise<void> {
  const { clock, secondFactor, provenUser } = deps;
  await limitWithin(clock, `RECOVERY_FROM#${await hashedNetwork(address)}`, {
    seconds: QUARTER,
    times: TRIES.address,
  });
  // By the name that Cognito gives for an address of mail: another name makes the proof a wrong one. Of one network
  // few, of all networks more: else whoever knows an address could keep its owner from her own recovery.
  const person = proof.userName.toLowerCase();
  await limitTries(clock, `${person} ${address}`);
  await limitWithin(clock, `RECOVERY_OF#${await hashedAddress(person)}`, {
    seconds: QUARTER,
    times: TRIES.everywhere,
  });
  const proven = await provenUser(proof).catch((error: unknown) => {
    throw asParleyError(error).code === 'security.password_wrong'
      ? new ParleyError('security.recovery_refused', { cause: error })
      : error;
  });
  if (!proven.hasSecondFactor || !(await takeCode(proven.userId, code)))
    throw new ParleyError('security.recovery_refused');
  try {
    await secondFactor.takeAway(proven.userName);
  } catch (error) {
    await giveCodeBack(proven.userId, code);
    throw error;
  }
  await deleteCodes(proven.userId);
  const profile = await findProfile(proven.userId);
  if (profile) await tell(deps, profile, 'recovered');
}

/** A proof of the caller's own password. */
export async function ownProof(
  { clock, provenUser }: Pick<SecurityDeps, 'clock' | 'provenUser'>,
  user: AuthenticatedUser,
  { proof }: WithPassword,
): Promise<ProvenUser> {
  await limitTries(clock, user.userId);
  const proven = await provenUser(proof);
  if (proven.userId !== user.userId) throw new ParleyError('security.password_wrong');
  return proven;
}

/** Another app takes the place of one only after that was turned off, which takes the password. */
async function assertOff(secondFactor: SecondFactor, { accessToken }: AuthenticatedUser): Promise<void> {
  if (await secondFactor.isOn(accessToken)) throw new ParleyError('security.already_on');
}

/** Counts a try of what only the person herself should know. */
export async function limitTries(clock: Clock, who: string): Promise<void> {
  await limitWithin(clock, `SECURITY_TRIES#${await hashedAddress(who)}`, {
    seconds: QUARTER,
    times: TRIES.person,
  });
}

/** What it is about is done: a mail that can't be sent must not be answered as if it weren't. */
async function tell(
  { sendMail, appOrigin }: SecurityDeps,
  { userId, email, language }: StoredProfile,
  news: SecurityNews,
): Promise<void> {
  try {
    await sendMail(securityMail(email, language, { news, url: `${appOrigin}/settings/security` }));
  } catch (error) {
    logger.error('A person could not be told of a change of her sign-in.', {
      userId: UserId.parse(userId),
      news,
      error: error instanceof Error ? error : String(error),
    });
  }
}
