/**
 * What was typed: kept in memory only. To sign up, to sign in with once the address is confirmed; to sign in, for who
 * has a recovery code instead of one of the app.
 */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}
