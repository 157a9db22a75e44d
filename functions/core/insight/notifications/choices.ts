import { $set, UpdateItemCommand } from 'dynamodb-toolbox';
import {
  DEFAULT_CHANNELS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  wants,
} from '#contract/insight/notification-kinds';
import type {
  ChooseNotifications,
  NotificationChoices,
  NotificationSettings,
} from '#contract/insight/notifications';
import { ProfileEntity } from '#core/accounts/entity';
import { findProfile } from '#core/accounts/stored-profile';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { conditionally } from '#platform/table-writes';

type Person = Pick<Actor, 'userId'>;

/** By which ways a person is told of each kind. */
export async function getNotificationSettings({ userId }: Person): Promise<NotificationSettings> {
  return settingsOf((await findProfile(userId))?.notifications);
}

/** Of two choices at once the later is whole: each says all of a person's kinds. */
export async function chooseNotifications(
  clock: Clock,
  { userId }: Person,
  { channels }: ChooseNotifications,
): Promise<NotificationSettings> {
  const profile = await findProfile(userId);
  const chosen: NotificationChoices = { ...profile?.notifications, ...channels };
  await conditionally(
    ProfileEntity.build(UpdateItemCommand)
      .item({
        userId,
        // Set as a whole: an update would go into it, where nothing may be yet.
        notifications: $set(chosen) as unknown as NotificationChoices,
        updatedAt: clock().toISOString(),
      })
      .options({ condition: { attr: 'email', exists: true } })
      .send(),
    () => new ParleyError('profile.not_found'),
  );
  return settingsOf(chosen);
}

function settingsOf(choices: NotificationChoices | undefined): NotificationSettings {
  const entries = NOTIFICATION_KINDS.map((kind) => [
    kind,
    NOTIFICATION_CHANNELS.filter((channel) => wants(choices, kind, channel)),
  ]);
  return { channels: { ...DEFAULT_CHANNELS, ...Object.fromEntries(entries) } };
}
