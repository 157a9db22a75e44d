import * as z from 'zod';
import { Email, Text } from '../base/text';
import { PASSWORD, SIX_DIGITS } from './sign-in-fields';

const SixDigits = Text(6).regex(SIX_DIGITS, 'Please enter the six digits.');

export const Security = z.object({
  /** Whether signing in takes a code of an authenticator app. */
  secondFactor: z.boolean(),
  recoveryCodesLeft: z.int().nonnegative(),
});
export type Security = z.infer<typeof Security>;

/** In base32, for an authenticator app. It counts once a code of it was shown. */
export const SecondFactorSecret = z.object({ secret: z.string() });
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>;

export const TurnOnSecondFactor = z.object({ code: SixDigits });
export type TurnOnSecondFactor = z.infer<typeof TurnOnSecondFactor>;

const Password = Text(PASSWORD.max).min(1);

/** What shows that it is the person themselves who has the session. */
export const ProveIdentity = z.object({
  password: Password,
  /** Of their authenticator app, where a sign-in takes one. */
  code: SixDigits.optional(),
});
export type ProveIdentity = z.infer<typeof ProveIdentity>;

export const RECOVERY_CODES = 10;
/** The only answer that has the codes themselves. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()).length(RECOVERY_CODES) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** `ABCD-EFGH-JKMN-PQRS`; letters of either case, with or without what stands between. */
export const UseRecoveryCode = z.object({ email: Email(), password: Password, code: Text(40).min(1) });
export type UseRecoveryCode = z.infer<typeof UseRecoveryCode>;

/** A sign-in, by what Cognito calls it in all of its tokens (`origin_jti`). */
export const SessionId = Text(64).min(1).brand('SessionId');
export type SessionId = z.infer<typeof SessionId>;

export const SignedInSession = z.object({
  id: SessionId,
  /** By the names of their makers, such as Firefox and Android; null where what calls does not say it. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signedInAt: z.iso.datetime(),
  /** To some minutes. */
  lastUsedAt: z.iso.datetime(),
  /** The one that asks. */
  isThis: z.boolean(),
});
export type SignedInSession = z.infer<typeof SignedInSession>;

export const SessionList = z.object({ items: z.array(SignedInSession) });
export type SessionList = z.infer<typeof SessionList>;

export const ChangeEmail = z.object({ email: Email() });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

export const ConfirmEmail = z.object({ code: SixDigits });
export type ConfirmEmail = z.infer<typeof ConfirmEmail>;
