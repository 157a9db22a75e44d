import { AccountId, UserId } from '#contract/base/ids';
import type { StoredAccount, StoredMembership } from '#core/accounts/entity';
import type { DomainEvent } from '#core/base/events/events';
import { queueAccountJob } from './jobs';

export async function queueDeletion({ before, after }: DomainEvent<'account.changed'>): Promise<void> {
  const [was, is] = [before as StoredAccount | null, after as StoredAccount];
  if (was?.deletesAt === is.deletesAt) return;
  const kind = is.deletesAt === undefined ? 'deletion_undone' : 'deletion_requested';
  await queueAccountJob({ kind, accountId: AccountId.parse(is.accountId) });
}

/** Stripe's mails go to who owns the account. */
export async function queueNewOwner({ after }: DomainEvent<'ownership.transferred'>): Promise<void> {
  const { accountId } = after as StoredMembership;
  await queueAccountJob({ kind: 'ownership_transferred', accountId: AccountId.parse(accountId) });
}

/** What a person was told of an account goes with their membership. */
export async function queueForgetting({ before }: DomainEvent<'member.removed'>): Promise<void> {
  const { accountId, userId } = before as StoredMembership;
  await queueAccountJob({
    kind: 'forget_member',
    accountId: AccountId.parse(accountId),
    userId: UserId.parse(userId),
  });
}
