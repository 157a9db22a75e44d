import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { type AccountId, UserId } from '#contract/base/ids';
import { AccountEntity, type StoredAccount } from '#core/accounts/entity';
import { type PostDeps, post, unlessRefused } from '#core/accounts/mail/post';
import { loadAccount } from '#core/accounts/plan';
import { findProfile } from '#core/accounts/stored-profile';
import { ifHolds } from '#platform/table-writes';
import { deletionMail } from './deletion-mail';
import { endRenewals, type OwnPayments } from './subscription';

export interface NotifyDeps extends PostDeps {
  readonly payments: OwnPayments;
  readonly appOrigin: string;
}

/** What follows a request to delete an account: its subscription is not renewed, and its owner is mailed, once. */
export async function notifyOfDeletion(deps: NotifyDeps, accountId: AccountId): Promise<void> {
  const account = await loadAccount(accountId);
  const { deletesAt } = account;
  // Undone meanwhile.
  if (deletesAt === undefined) return;
  await endRenewals(deps, accountId);
  if (!(await noteTold(account, deps.clock().toISOString()))) return;
  try {
    const owner = await findProfile(UserId.parse(account.ownerId));
    if (!owner) return;
    const mail = deletionMail(owner.email, owner.language, {
      account: account.name,
      deletesAt,
      url: `${deps.appOrigin}/settings/account`,
    });
    await unlessRefused(post(deps, 'account_deletion', { account: accountId }, mail));
  } catch (error) {
    await noteTold(account, null);
    throw error;
  }
}

/** False where another delivery was faster, or it was undone. Null takes it back. */
async function noteTold({ accountId, deletesAt = '' }: StoredAccount, at: string | null): Promise<boolean> {
  return ifHolds(
    AccountEntity.build(UpdateItemCommand)
      .item({ accountId, deletionToldAt: at ?? $remove() })
      .options({
        condition: {
          and: [
            { attr: 'deletesAt', eq: deletesAt },
            { attr: 'deletionToldAt', exists: at === null },
          ],
        },
      })
      .send(),
  );
}
