import * as z from 'zod';
import { CompanyName, FullName, Language } from '#contract/accounts/profile';
import { UserId } from '#contract/base/ids';
import { identityOf } from '#platform/identity';
import { type CreateProfileDeps, ensureProfile } from './create-profile';

/** Attributes as Cognito's triggers bring them. */
export type UserAttributes = Readonly<Record<string, string | undefined>>;

const SignUp = z.object({
  email: z.email({ message: 'A valid e-mail address is required.' }),
  name: FullName,
  'custom:company': CompanyName.optional(),
});

/**
 * Refuses a sign-up that the forms wouldn't have sent. The user name has to be a UUID: were it the address,
 * Cognito would tell strangers who has an account here.
 */
export function checkSignUp(userName: string, attributes: UserAttributes): void {
  if (!z.uuid().safeParse(userName).success) throw new Error('The user name must be a UUID.');
  const parsed = SignUp.safeParse(attributes);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  throw new Error(`${String(issue?.path[0] ?? 'sign-up')}: ${issue?.message ?? 'invalid'}`);
}

/** Makes profile and account of a person who has just confirmed the address. Repeating it changes nothing. */
export async function completeSignUp(
  deps: Pick<CreateProfileDeps, 'clock' | 'adminEmails'>,
  attributes: UserAttributes,
  { alpha }: { readonly alpha: boolean },
): Promise<void> {
  const identity = identityOf(attributes);
  await ensureProfile(deps, {
    userId: UserId.parse(attributes.sub),
    identity,
    // A sign-up without one was refused; an operator's user may have none.
    fullName: identity.fullName ?? identity.email,
    companyName: identity.companyName,
    language: languageOf(attributes),
    alpha,
  });
}

/** Language of the person's `locale`, e.g. `de` or `de-AT`; English otherwise. */
export function languageOf({ locale }: UserAttributes): Language {
  return Language.safeParse(locale?.slice(0, 2).toLowerCase()).data ?? 'en';
}
