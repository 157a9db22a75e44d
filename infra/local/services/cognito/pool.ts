import type { Invoker } from '#infra/local/runtime/ports';
import type { Records } from '../../runtime/records';
import type { MailSender } from '../ses/mail';
import { Codes } from './codes';
import { type NewKey, PoolKeys } from './keys';
import { Lockout } from './passwords';
import { Sessions } from './sessions';
import type { ClientSettings, PoolSettings } from './settings';
import { checkPassword, createVerifier, type SrpExchange, type Verifier } from './srp';
import { runTrigger, type TriggerCall } from './triggers';
import { type User, Users } from './users';

export interface PoolParts {
  readonly records: Records;
  readonly invoker: Invoker;
  readonly mail: MailSender;
  readonly now: () => number;
  readonly newKey: NewKey | undefined;
}

/** A sign-in between its two calls. Not kept over a restart: the client begins anew. */
export interface PendingProof {
  readonly exchange: SrpExchange;
  readonly clientId: string;
  /** Undefined for a name that nobody has: its proof fails like a wrong password. */
  readonly username: string | undefined;
  readonly identity: string;
  readonly lockName: string;
  readonly expiresAt: number;
}

/** A sign-in with a temporary password, until its user has chosen their own. */
export interface PendingPassword {
  readonly clientId: string;
  readonly username: string;
  readonly expiresAt: number;
}

/** A sign-in whose password was right, until the code is shown. */
export interface PendingFactor {
  readonly clientId: string;
  readonly username: string;
  readonly expiresAt: number;
  /** Wrong codes so far. */
  readonly misses: number;
}

/** One user pool at work. */
export class Pool {
  readonly users: Users;
  readonly codes: Codes;
  readonly sessions: Sessions;
  readonly keys: PoolKeys;
  readonly lockout: Lockout;
  readonly proofs = new Map<string, PendingProof>();
  readonly newPasswords = new Map<string, PendingPassword>();
  readonly factors = new Map<string, PendingFactor>();

  constructor(
    readonly settings: PoolSettings,
    readonly clients: ReadonlyMap<string, ClientSettings>,
    private readonly parts: PoolParts,
  ) {
    const { records, invoker, mail, now, newKey } = parts;
    this.users = new Users(settings, records, now);
    this.codes = new Codes(settings, this.users, invoker, mail, now);
    this.keys = new PoolKeys(settings.id, records, newKey);
    this.sessions = new Sessions(settings, this.users, this.keys, records, invoker, now);
    this.lockout = new Lockout(now);
  }

  now(): number {
    return this.parts.now();
  }

  trigger<Response extends object>(call: TriggerCall<Response>): Promise<Response> {
    return runTrigger(this.parts.invoker, this.settings, call);
  }

  /** What SRP hashes with the password: the pool's name without its region, then the user's. */
  identity(username: string): string {
    return `${this.settings.id.slice(this.settings.id.indexOf('_') + 1)}${username}`;
  }

  passwordOf(username: string, password: string): Verifier {
    return createVerifier(this.identity(username), password);
  }

  knowsPassword(user: User, password: string): boolean {
    return checkPassword(this.identity(user.username), password, user.password);
  }
}
