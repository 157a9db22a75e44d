import type { Profile } from '#contract/accounts/profile';
import { UserId } from '#contract/base/ids';
import { readItem } from '#platform/table-reads';
import { ProfileEntity, type StoredProfile } from './entity';

export async function findProfile(userId: UserId): Promise<StoredProfile | undefined> {
  return readItem(ProfileEntity, { userId });
}

/** The profile as it crosses the wire. */
export function toProfile(stored: StoredProfile): Profile {
  return {
    id: UserId.parse(stored.userId),
    email: stored.email,
    full_name: stored.fullName,
    company_name: stored.companyName ?? null,
    avatar_url: stored.avatarUrl ?? null,
    role: stored.role,
    created_at: stored.createdAt,
    updated_at: stored.updatedAt,
  };
}
