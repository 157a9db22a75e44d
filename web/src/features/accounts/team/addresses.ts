import { isEmail } from '#contract/base/email';

/** What became of an address: invited, or why not. */
export interface AddressOutcome {
  readonly email: string;
  readonly error: unknown;
}

/** Addresses that one dialog invites at once. */
export const MOST_ADDRESSES = 20;

/** The addresses of a text in which they are parted by commas, semicolons or white space: each once. */
export function parseAddresses(text: string): {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
} {
  const parts = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];
  return { valid: parts.filter(isEmail), invalid: parts.filter((part) => !isEmail(part)) };
}
