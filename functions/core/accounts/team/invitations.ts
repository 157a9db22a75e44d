import type { AccountId } from '#contract/base/ids';
import { readItem } from '#platform/table-reads';
import { InvitationEntity, type StoredInvitation } from './entity';

export async function findInvitation(
  accountId: AccountId,
  invitationId: string,
): Promise<StoredInvitation | undefined> {
  return readItem(InvitationEntity, { accountId, invitationId });
}
