/** An address of e-mail, apart from its schema: forms on the way in judge one without zod. */
export const EMAIL = {
  pattern: /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/,
  max: 254,
} as const;

/** Whether a text, spaces around it aside, is an e-mail address. */
export function isEmail(text: string): boolean {
  const address = text.trim();
  return address.length <= EMAIL.max && EMAIL.pattern.test(address);
}
