import { $remove, DeleteTransaction, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { type AccountDeletion, DELETION_DAYS, type RequestDeletion } from '#contract/accounts/account';
import { AccountEntity, type StoredAccount } from '#core/accounts/entity';
import { loadAccount } from '#core/accounts/plan';
import type { Actor } from '#platform/actor';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { transact } from '#platform/table-writes';
import { AccountPurgeEntity } from './entity';

export async function getDeletion({ accountId }: Actor): Promise<AccountDeletion> {
  return toDeletion(await loadAccount(accountId));
}

/**
 * Deletes an account whose name was typed to confirm. What follows the table takes its bots off the air and mails the
 * owner; everything is erased when the days have passed. Until then it can be undone. Repeating it changes nothing.
 */
export async function requestDeletion(
  clock: Clock,
  actor: Actor,
  { name }: RequestDeletion,
): Promise<AccountDeletion> {
  const { accountId, userId } = actor;
  const account = await loadAccount(accountId);
  if (name.trim() !== account.name.trim())
    throw new ParleyError('request.invalid', { fields: { name: 'Please type the name of the account.' } });
  if (account.deletesAt !== undefined) return toDeletion(account);
  const now = clock();
  const deletesAt = addSeconds(now, DELETION_DAYS * 24 * 60 * 60);
  try {
    await transact(
      {
        write: AccountEntity.build(UpdateTransaction)
          .item({
            accountId,
            deletionRequestedAt: now.toISOString(),
            deletesAt: deletesAt.toISOString(),
            updatedAt: now.toISOString(),
          })
          .options({
            condition: {
              and: [
                // Ownership may have been transferred.
                { attr: 'ownerId', eq: userId },
                { attr: 'deletesAt', exists: false },
              ],
            },
          }),
        refused: () => new ChangedMeanwhile(),
      },
      {
        write: AccountPurgeEntity.build(PutTransaction).item({
          accountId,
          expiresAt: epochSeconds(deletesAt),
        }),
      },
    );
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const current = await loadAccount(accountId);
    if (current.deletesAt === undefined) throw new ParleyError('auth.forbidden');
  }
  return getDeletion(actor);
}

/** Keeps the account: its bots come back as they were. Repeating it changes nothing. */
export async function undoDeletion(clock: Clock, actor: Actor): Promise<AccountDeletion> {
  const { accountId } = actor;
  const account = await loadAccount(accountId);
  if (account.deletesAt === undefined) return toDeletion(account);
  const now = clock().toISOString();
  try {
    await transact(
      {
        write: AccountEntity.build(UpdateTransaction)
          .item({
            accountId,
            deletionRequestedAt: $remove(),
            deletesAt: $remove(),
            deletionToldAt: $remove(),
            updatedAt: now,
          })
          // Undoing it and erasing exclude each other.
          .options({ condition: { attr: 'deletesAt', gt: now } }),
        refused: () => new ChangedMeanwhile(),
      },
      { write: AccountPurgeEntity.build(DeleteTransaction).key({ accountId }) },
    );
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const current = await loadAccount(accountId);
    if (current.deletesAt !== undefined) throw new ParleyError('account.deleting');
  }
  return getDeletion(actor);
}

class ChangedMeanwhile extends Error {}

function toDeletion({ deletionRequestedAt, deletesAt }: StoredAccount): AccountDeletion {
  if (deletionRequestedAt === undefined || deletesAt === undefined) return { deletion: null };
  return { deletion: { requestedAt: deletionRequestedAt, deletesAt } };
}
