import { GetItemCommand, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { UserId } from '#contract/base/ids';
import { AddressEntity, ProfileEntity } from '#core/accounts/entity';
import { findProfile } from '#core/accounts/stored-profile';
import type { Clock } from '#platform/clock';
import { newId } from '#platform/ids';
import { transact } from '#platform/table-writes';
import { AdminLogEntity, actionPartition } from './entity';

/** Makes the user of an address an administrator, in an operator's name. Repeating it changes nothing. */
export async function promote(
  clock: Clock,
  email: string,
): Promise<{ readonly fullName: string; readonly isNew: boolean }> {
  const { Item: address } = await AddressEntity.build(GetItemCommand).key({ email }).send();
  const user = address && (await findProfile(UserId.parse(address.userId)));
  if (!user) throw new Error(`Nobody has signed up with ${email}.`);
  const { userId, fullName } = user;
  if (user.role === 'admin') return { fullName, isNew: false };
  const now = clock();
  const [at, id] = [now.toISOString(), newId(now)];
  await transact(
    {
      write: ProfileEntity.build(UpdateTransaction)
        .item({ userId, role: 'admin', updatedAt: at })
        .options({ condition: { attr: 'userId', exists: true } }),
    },
    {
      write: AdminLogEntity.build(PutTransaction).item({
        at,
        id,
        action: 'user_promoted',
        actorId: 'operator',
        actorName: 'npm run admin',
        subjectId: userId,
        subjectName: `${fullName} (${user.email})`,
        gsi1pk: actionPartition('user_promoted'),
        gsi1sk: `${at}#${id}`,
      }),
    },
  );
  return { fullName, isNew: true };
}
