import { PutItemCommand } from 'dynamodb-toolbox';
import { MembershipEntity, membershipIndex } from '#core/accounts/entity';

/** Makes a person the owner of an account, so that they may open sockets of it. */
export async function enterAccount(accountId: string, userId: string): Promise<void> {
  await MembershipEntity.build(PutItemCommand)
    .item({
      accountId,
      userId,
      role: 'owner',
      createdAt: new Date().toISOString(),
      ...membershipIndex(userId, accountId),
    })
    .send();
}
