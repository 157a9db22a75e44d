import type { Account } from '#contract/accounts/profile';
import { readStored, writeStored } from '../storage';

const KEY = 'parley.account';
const LEFT = 'parley.account.left';
const TOLD = 'parley.account.suspended';
const window = () => sessionStorage;

/**
 * The account that this window acts for: the one that was chosen in it, else the last one that was chosen in this
 * browser, else the person's own. A choice is theirs alone, and holds as long as they may act for that account.
 */
export function chosenAmong(accounts: readonly Account[], userId: string): Account | undefined {
  const choice = readStored(KEY, window) ?? readStored(KEY);
  const chosen = accounts.find(({ id }) => choice === choiceOf(userId, id)) ?? accounts[0];
  // From now on this window stays with it, whatever another one chooses.
  if (chosen) writeStored(KEY, choiceOf(userId, chosen.id), window);
  return chosen;
}

/** Acts for another account from a full load on: nothing of the former one stays in memory. */
export function switchAccount(userId: string, accountId: string, path = '/dashboard'): void {
  writeStored(KEY, choiceOf(userId, accountId), window);
  writeStored(KEY, choiceOf(userId, accountId));
  location.assign(path);
}

/** Their membership of the window's account has ended: says so after a full load. */
export function leaveAccount(name: string): void {
  writeStored(LEFT, name, window);
  location.replace('/dashboard');
}

/** The account that was left; told once. */
export function takeLeftAccount(): string | null {
  const name = readStored(LEFT, window);
  writeStored(LEFT, null, window);
  return name;
}

/** Whether this window has told them that they are suspended in an account. */
export function isTold(accountId: string): boolean {
  return readStored(`${TOLD}.${accountId}`, window) !== null;
}

export function tell(accountId: string): void {
  writeStored(`${TOLD}.${accountId}`, 'told', window);
}

function choiceOf(userId: string, accountId: string): string {
  return `${userId} ${accountId}`;
}
