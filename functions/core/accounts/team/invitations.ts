import { GetItemCommand } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import { InvitationEntity, type StoredInvitation } from './entity';

export async function findInvitation(
  accountId: AccountId,
  invitationId: string,
): Promise<StoredInvitation | undefined> {
  const { Item } = await InvitationEntity.build(GetItemCommand)
    .key({ accountId, invitationId })
    .options({ consistent: true })
    .send();
  return Item;
}
