import type { Records } from '../../runtime/records';
import type { PoolSettings } from './settings';
import type { Verifier } from './srp';

export type CodePurpose = 'sign-up' | 'recovery' | `attribute:${string}`;

export interface Code {
  readonly value: string;
  /** Milliseconds, as all times here. */
  readonly expiresAt: number;
}

export interface User {
  readonly poolId: string;
  readonly username: string;
  readonly sub: string;
  /** Without `sub`; verified flags are 'true' or 'false'. */
  readonly attributes: Readonly<Record<string, string>>;
  /** New values that take effect once their code was shown. */
  readonly pendingAttributes: Readonly<Record<string, string>>;
  readonly status: 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
  /** Until when the password that an administrator gave lets its user in. */
  readonly temporaryUntil?: number;
  readonly enabled: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly password: Verifier;
  /** What their authenticator app makes codes of, and the step of the newest one that was taken. */
  readonly softwareToken?: { readonly secret: string; readonly usedStep: number } | undefined;
  /** One that they set up: it counts once a code of it was shown. */
  readonly pendingSoftwareToken?: string | undefined;
  /** Whether signing in asks for a code. */
  readonly asksSoftwareToken?: boolean;
  readonly codes: Readonly<Partial<Record<CodePurpose, Code>>>;
  /** When codes were sent, and when wrong ones were shown: what the limits count. */
  readonly codesSent: readonly number[];
  readonly codesMissed: readonly number[];
}

const USERS = 'users';

/** The users of one pool. Each is one record, replaced as a whole, so that a kill leaves it before or after. */
export class Users {
  constructor(
    private readonly pool: PoolSettings,
    private readonly records: Records,
    private readonly now: () => number,
  ) {}

  byUsername(username: string): User | undefined {
    return this.records.get<User>(USERS, this.key(username));
  }

  /** By user name, `sub`, or an alias that its owner has verified. */
  find(login: string): User | undefined {
    return (
      this.byUsername(login) ??
      this.all().find((user) => user.sub === login) ??
      this.aliasOwner(login, this.pool.aliases)
    );
  }

  /** Who signs in with this value of one of these attributes. */
  private aliasOwner(value: string, attributes: readonly string[], except?: string): User | undefined {
    const folded = this.fold(value);
    return this.all().find(
      (user) =>
        user.username !== except &&
        attributes.some((name) => {
          const own = user.attributes[name];
          return own !== undefined && this.fold(own) === folded && holdsAlias(user, name);
        }),
    );
  }

  all(): readonly User[] {
    return this.records.values<User>(USERS).filter((user) => user.poolId === this.pool.id);
  }

  add(user: User): void {
    this.put(user);
  }

  /** Applies a change to the user as they are now, which may be newer than what the caller has read. */
  update(username: string, change: (user: User) => Partial<User>): User | undefined {
    const current = this.byUsername(username);
    if (!current) return undefined;
    const changed = { ...current, ...change(current), updatedAt: this.now() };
    this.put(changed);
    return changed;
  }

  /** Also takes an alias from the user that holds it, in one commit; that user's attribute stays, but unverified. */
  updateTaking(username: string, attribute: string, change: (user: User) => Partial<User>): User | undefined {
    const current = this.byUsername(username);
    if (!current) return undefined;
    const changed = { ...current, ...change(current), updatedAt: this.now() };
    const holder = this.rival(changed, attribute);
    const loser = holder && {
      ...holder,
      attributes: { ...holder.attributes, [`${attribute}_verified`]: 'false' },
      updatedAt: this.now(),
    };
    this.records.commit(...(loser ? [this.change(loser)] : []), this.change(changed));
    return changed;
  }

  /** Another user who signs in with this user's value of an attribute. */
  rival(user: User, attribute: string): User | undefined {
    const value = user.attributes[attribute];
    if (!value || !this.pool.aliases.includes(attribute)) return undefined;
    return this.aliasOwner(value, [attribute], user.username);
  }

  remove(username: string): void {
    this.records.commit({ collection: USERS, key: this.key(username), value: undefined });
  }

  private put(user: User): void {
    this.records.commit(this.change(user));
  }

  private change(user: User) {
    return { collection: USERS, key: this.key(user.username), value: user };
  }

  private key(username: string): string {
    return `${this.pool.id}/${this.fold(username)}`;
  }

  private fold(text: string): string {
    return this.pool.caseSensitive ? text : text.toLowerCase();
  }
}

/** preferred_username is an alias without verification; addresses and numbers only once verified and confirmed. */
function holdsAlias(user: User, attribute: string): boolean {
  return (
    attribute === 'preferred_username' ||
    (user.status !== 'UNCONFIRMED' && user.attributes[`${attribute}_verified`] === 'true')
  );
}
