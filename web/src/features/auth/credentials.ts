/** What was typed to sign up: kept in memory only, to sign in with once the address is confirmed. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}
