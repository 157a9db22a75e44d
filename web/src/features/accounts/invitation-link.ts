import { readStored, writeStored } from '#lib/storage';

const KEY = 'parley.invitation';

/** The token of an invitation's link: kept from its page over sign-in or sign-up until it is answered. */
export function keptInvitation(): string | null {
  return readStored(KEY);
}

export function keepInvitation(token: string | null): void {
  writeStored(KEY, token);
}
