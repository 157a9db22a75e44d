/**
 * The pattern of zod's `z.email()`, by which the server judges a sign-up. Written out, since zod would be an
 * eighth of what signing in loads; a test holds the two together.
 */
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether a text, spaces around it aside, is an e-mail address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
