import * as z from 'zod';

/** What a new password must have; the user pool's policy asks the same. */
export const PASSWORD_RULES = [
  { id: 'length', met: (password: string) => password.length >= 8 },
  { id: 'lower', met: (password: string) => /[a-z]/.test(password) },
  { id: 'upper', met: (password: string) => /[A-Z]/.test(password) },
  { id: 'digit', met: (password: string) => /\d/.test(password) },
] as const;

export const NewPassword = z
  .string()
  .max(256)
  .refine((password) => PASSWORD_RULES.every(({ met }) => met(password)));

/** A password typed twice. */
export const PasswordTwice = z
  .object({ password: NewPassword, confirmPassword: z.string().min(1) })
  .refine(({ password, confirmPassword }) => password === confirmPassword, { path: ['confirmPassword'] });
