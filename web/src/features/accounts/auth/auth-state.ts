/** What one step on the way in tells the next, kept in the history entry: it survives a reload and the way back. */
export interface AuthState {
  readonly email?: string;
  readonly notice?: 'confirmed' | 'passwordChanged';
  /** A sign-up of this browser waits for its mail. */
  readonly waiting?: true;
  /** A link for a new password was asked for. */
  readonly linkSent?: { readonly email: string; readonly at: number };
}

export function readAuthState(state: unknown): AuthState {
  return (state ?? {}) as AuthState;
}
