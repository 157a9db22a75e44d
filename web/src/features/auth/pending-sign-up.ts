import { AUTH_PREFIX, readStored, writeStored } from '../../lib/storage';

/** A sign-up of this browser that waits for its mail: by its user name the mail can be sent again. */
export interface PendingSignUp {
  readonly username: string;
  readonly email: string;
  readonly alpha: boolean;
}

const KEY = `${AUTH_PREFIX}pendingSignUp`;

export function storePendingSignUp(pending: PendingSignUp): void {
  writeStored(KEY, JSON.stringify(pending));
}

export function readPendingSignUp(): PendingSignUp | null {
  try {
    const value: unknown = JSON.parse(readStored(KEY) ?? 'null');
    const { username, email, alpha } = (value ?? {}) as Partial<PendingSignUp>;
    return typeof username === 'string' && typeof email === 'string'
      ? { username, email, alpha: alpha === true }
      : null;
  } catch {
    return null;
  }
}

export function clearPendingSignUp(): void {
  writeStored(KEY, null);
}
