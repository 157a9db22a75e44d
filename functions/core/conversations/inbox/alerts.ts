import type { AccountId } from '#contract/base/ids';
import { wants } from '#contract/insight/notification-kinds';
import type { NotificationKind } from '#contract/insight/notifications';
import type { StoredProfile } from '#core/accounts/entity';
import type { PostDeps } from '#core/accounts/mail/post';
import { managersOf } from '#core/accounts/team/managers';

export interface AlertDeps extends PostDeps {
  /** Of the dashboard. */
  readonly appOrigin: string;
}

/** Owner and admins who want to hear of something by mail. */
export async function managersToMail(
  accountId: AccountId,
  kind: NotificationKind,
): Promise<readonly StoredProfile[]> {
  return (await managersOf(accountId)).filter(({ notifications }) => wants(notifications, kind, 'email'));
}
