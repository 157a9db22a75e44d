/**
 * What opens a door, or speaks to others, comes back only when it is named: should it have been taken away without a
 * tombstone, by hand or by a faulty release, nobody is let in by a restore that was meant for documents. Groups have the
 * names that an operator uses.
 */
export const NAMED_ONLY = {
  keys: ['ApiKey'],
  memberships: ['Membership'],
  invitations: ['Invitation', 'InvitationLink'],
  sessions: ['UserSession', 'RecoveryCodes'],
  webhooks: ['Webhook', 'WebhookDelivery'],
} as const satisfies Record<string, readonly string[]>;

/** Entities by what an operator names: a group above, or an entity itself, such as Document. */
export function entitiesOf(kinds: readonly string[]): ReadonlySet<string> {
  const groups: Readonly<Record<string, readonly string[]>> = NAMED_ONLY;
  return new Set(kinds.flatMap((kind) => groups[kind] ?? [kind]));
}

/** Which kinds a restore is of. */
export interface Chosen {
  /** Null: all that need not be named. */
  readonly only: ReadonlySet<string> | null;
  readonly except: ReadonlySet<string>;
}

/** `unnamed`: of a kind that comes back only when it is named. */
export function choiceOf(entity: string, { only, except }: Chosen): 'chosen' | 'unnamed' | 'other' {
  if (except.has(entity)) return 'other';
  if (only) return only.has(entity) ? 'chosen' : 'other';
  return GUARDED.has(entity) ? 'unnamed' : 'chosen';
}

const GUARDED: ReadonlySet<string> = new Set(Object.values(NAMED_ONLY).flat());
