import * as z from 'zod';
import { AccountId, NotificationId, UserId } from '#contract/base/ids';
import { PERMISSIONS, type Permission } from '#contract/base/permissions';
import { NotificationKind } from '#contract/insight/notifications';

const PERMISSION_NAMES = Object.keys(PERMISSIONS) as [Permission, ...Permission[]];

/** Something that people of an account are to be told of. */
export const Notice = z.object({
  /** Of the event: told twice, it is the same notification. */
  id: NotificationId,
  accountId: AccountId,
  kind: NotificationKind,
  at: z.iso.datetime(),
  /** Who is told: members who may do this, these members, or a person whether they are a member or not. */
  to: z.union([
    z.object({ permission: z.enum(PERMISSION_NAMES) }),
    z.object({ userIds: z.array(UserId).max(100) }),
    z.object({ person: UserId }),
  ]),
  name: z.string().max(500).nullable(),
  detail: z.string().max(500).nullable(),
  path: z.string().max(300).nullable(),
});
export type Notice = z.infer<typeof Notice>;
