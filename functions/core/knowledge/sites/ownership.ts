import { $add, $remove, type Condition, UpdateItemCommand, type UpdateItemInput } from 'dynamodb-toolbox';
import type { ConfirmationProblem } from '#contract/knowledge/sites';
import type { Clock } from '#platform/clock';
import type { DnsTxt } from '#platform/dns-txt';
import type { Guard } from '#platform/guarded-fetch';
import { ifHolds } from '#platform/table-writes';
import { OwnershipEntity, type StoredOwnership } from './entity';
import { checkOwnershipProof, type UnconfirmedOwnership } from './proof';
import { findOwnership } from './stored-site';

export interface OwnershipDeps {
  readonly clock: Clock;
  readonly guard: Guard;
  readonly textRecords: DnsTxt;
}

/** Days on which the token may be missing before the website is the account's no more. */
const GRACE_DAYS = 3;

/** What an ownership says whose token is seen. */
export const NOT_MISSING = { missingSince: $remove(), missingDays: $remove(), missedAt: $remove() };

/**
 * Whether the website is still the account's, so that whoever loses a domain stops reading it. Its token is looked for
 * once a day at most; missing on three days that one looked, the origin has to be confirmed anew. A website that
 * does not answer says nothing of whose it is.
 */
export async function isStillOwned(deps: OwnershipDeps, ownership: StoredOwnership): Promise<boolean> {
  const { confirmedAt, seenAt = confirmedAt, missedAt, missingSince, missingDays = 0 } = ownership;
  if (confirmedAt === undefined) return false;
  const now = deps.clock().toISOString();
  const today = dayOf(now);
  // Looked for again where it was missing: by then its owner may have mended it.
  if (missingSince === undefined && seenAt !== undefined && dayOf(seenAt) === today) return true;
  const seen = await checkOwnershipProof(deps.guard, deps.textRecords, ownership);
  if (seen === 'confirmed') {
    await write(ownership, { seenAt: now, ...NOT_MISSING }, { attr: 'confirmedAt', exists: true });
    return true;
  }
  if (isSilent(seen) || (missedAt !== undefined && dayOf(missedAt) === today)) return true;
  const isLost = missingDays + 1 >= GRACE_DAYS;
  const isWritten = await write(
    ownership,
    {
      missingSince: missingSince ?? now,
      missedAt: now,
      missingDays: $add(1),
      ...(isLost && { confirmedAt: $remove() }),
    },
    // Neither confirmed anew nor counted by the reading of another of its websites meanwhile.
    {
      and: [
        { attr: 'confirmedAt', eq: confirmedAt },
        ownership.seenAt === undefined
          ? { attr: 'seenAt', exists: false }
          : { attr: 'seenAt', eq: ownership.seenAt },
        missedAt === undefined ? { attr: 'missedAt', exists: false } : { attr: 'missedAt', eq: missedAt },
      ],
    },
  );
  if (isWritten) return !isLost;
  const current = await findOwnership(ownership.accountId, ownership.origin);
  return current?.confirmedAt !== undefined;
}

function dayOf(at: string): string {
  return at.slice(0, 10);
}

const SILENT: ReadonlySet<ConfirmationProblem> = new Set<ConfirmationProblem>([
  'host_not_found',
  'unreachable',
  'certificate',
  'timeout',
]);

function isSilent({ problem, problemDetail }: UnconfirmedOwnership): boolean {
  return SILENT.has(problem) || (problem === 'status' && Number(problemDetail) >= 500);
}

async function write(
  { accountId, origin }: StoredOwnership,
  changes: Partial<Omit<UpdateItemInput<typeof OwnershipEntity>, 'accountId' | 'origin'>>,
  condition: Condition<typeof OwnershipEntity>,
): Promise<boolean> {
  return ifHolds(
    OwnershipEntity.build(UpdateItemCommand)
      .item({ accountId, origin, ...changes })
      .options({ condition })
      .send(),
  );
}
