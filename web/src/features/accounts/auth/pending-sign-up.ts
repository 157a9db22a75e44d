import { AUTH_PREFIX, readStored, writeStored } from '#lib/storage';

/** A sign-up of this browser that waits for its mail: by its user name the mail can be sent again. */
export interface PendingSignUp {
  readonly username: string;
  readonly email: string;
  readonly alpha: boolean;
  /** When the newest mail was asked for, in milliseconds. */
  readonly sentAt: number;
  /** Where they were going. */
  readonly redirect: string | null;
}

const KEY = `${AUTH_PREFIX}pendingSignUp`;

export function storePendingSignUp(pending: PendingSignUp): void {
  writeStored(KEY, JSON.stringify(pending));
}

export function readPendingSignUp(): PendingSignUp | null {
  try {
    const value: unknown = JSON.parse(readStored(KEY) ?? 'null');
    const { username, email, alpha, sentAt, redirect } = (value ?? {}) as Partial<PendingSignUp>;
    if (typeof username !== 'string' || typeof email !== 'string') return null;
    return {
      username,
      email,
      alpha: alpha === true,
      sentAt: typeof sentAt === 'number' ? sentAt : 0,
      redirect: typeof redirect === 'string' ? redirect : null,
    };
  } catch {
    return null;
  }
}

export function clearPendingSignUp(): void {
  writeStored(KEY, null);
}
