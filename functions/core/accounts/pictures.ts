import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import type { AccountLogo } from '#contract/accounts/account';
import type { Profile } from '#contract/accounts/profile';
import type { UploadAvatar } from '#contract/base/avatar';
import { deletePicture, storePicture } from '#core/base/pictures/store-picture';
import type { Actor, AuthenticatedUser } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { conditionally } from '#platform/table-writes';
import { activeProfile } from './active-profile';
import { AccountEntity, ProfileEntity, type StoredAccount, type StoredProfile } from './entity';
import { toProfile } from './stored-profile';

/** Gives a person a picture, or takes it away; the former one is deleted. */
export async function changePicture(
  clock: Clock,
  user: AuthenticatedUser,
  picture: UploadAvatar | null,
): Promise<Profile> {
  await activeProfile(user);
  const { userId } = user;
  const prefix = pictureFolder(userId);
  const url = picture && (await storePicture(prefix, picture));
  const { Attributes } = await conditionally(
    ProfileEntity.build(UpdateItemCommand)
      .item({ userId, avatarUrl: url ?? $remove(), updatedAt: clock().toISOString() })
      .options({ condition: { attr: 'userId', exists: true }, returnValues: 'ALL_OLD' })
      .send(),
    () => new ParleyError('profile.not_found'),
  );
  const { avatarUrl, ...profile } = Attributes as StoredProfile;
  if (avatarUrl !== url) await deletePicture(prefix, avatarUrl);
  return toProfile({ ...profile, ...(url && { avatarUrl: url }) });
}

/** The same for the logo of the caller's account. */
export async function changeLogo(
  clock: Clock,
  { accountId }: Actor,
  picture: UploadAvatar | null,
): Promise<AccountLogo> {
  const prefix = logoFolder(accountId);
  const url = picture && (await storePicture(prefix, picture));
  const { Attributes } = await conditionally(
    AccountEntity.build(UpdateItemCommand)
      .item({ accountId, logoUrl: url ?? $remove(), updatedAt: clock().toISOString() })
      .options({ condition: { attr: 'ownerId', exists: true }, returnValues: 'ALL_OLD' })
      .send(),
    () => new ParleyError('auth.forbidden'),
  );
  const { logoUrl } = Attributes as StoredAccount;
  if (logoUrl !== url) await deletePicture(prefix, logoUrl);
  return { logoUrl: url };
}

/** Where a person's picture lies, as keys of the widget bucket. No widget has an id as short as `person` or `account`. */
export function pictureFolder(userId: string): string {
  return `w/person/${userId}/`;
}

/** Where the logo of an account lies. */
function logoFolder(accountId: string): string {
  return `w/account/${accountId}/`;
}
