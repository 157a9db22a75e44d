import { BatchGetRequest, PutTransaction } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import type { AdminAction, AdminLogEntry, AdminLogPage } from '#contract/operator/admin';
import { findProfile } from '#core/accounts/stored-profile';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { newId } from '#platform/ids';
import { type PageRequest, queryIndexPage, queryPage } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import {
  ADMIN_LOG,
  AdminLogEntity,
  accountLogPartition,
  actionPartition,
  type StoredAdminLog,
} from './entity';

export interface Logged {
  readonly action: AdminAction;
  readonly subject?: { readonly id: string; readonly name: string };
  readonly note?: string;
}

/** The entry of what an administrator does, to be written in the transaction that does it: neither is without the other. */
export async function logEntry(clock: Clock, actor: Actor, logged: Logged): Promise<ConditionalWrite> {
  const { action, subject, note } = logged;
  const now = clock();
  const [at, id] = [now.toISOString(), newId(now)];
  const actorName = actorNameOf(actor.userId, await findProfile(actor.userId));
  return {
    write: AdminLogEntity.build(PutTransaction)
      .item({
        at,
        id,
        action,
        actorId: actor.userId,
        actorName,
        ...(subject && { subjectId: subject.id, subjectName: subject.name }),
        ...(note !== undefined && { note }),
        gsi1pk: actionPartition(action),
        gsi1sk: `${at}#${id}`,
      })
      .options({ condition: { attr: 'id', exists: false } }),
  };
}

/** As the log calls somebody, also when the profile has gone. */
export function actorNameOf(
  userId: string,
  profile: { readonly fullName: string; readonly email: string } | undefined,
): string {
  return profile ? `${profile.fullName} (${profile.email})` : userId;
}

/** Writes down what was done elsewhere than in the table. */
export async function writeLog(clock: Clock, actor: Actor, logged: Logged): Promise<void> {
  await transact(await logEntry(clock, actor, logged));
}

/** What administrators did, the newest first. */
export async function listAdminLog({
  action,
  ...request
}: Pick<PageRequest, 'cursor' | 'limit'> & {
  readonly action?: AdminAction | undefined;
}): Promise<AdminLogPage> {
  if (action === undefined) {
    const page = await queryPage(
      AdminLogEntity,
      { partition: ADMIN_LOG, prefix: '' },
      { ...request, newestFirst: true },
    );
    return { items: page.items.map(toEntry), cursor: page.cursor };
  }
  const { items, cursor } = await queryIndexPage(
    { index: 'gsi1', partition: actionPartition(action) },
    { ...request, newestFirst: true },
    (sortKey) => ({ pk: ADMIN_LOG, sk: sortKey }),
  );
  return { items: await entriesAt(items), cursor };
}

/** What an account did itself, the newest entries first. */
export async function listAccountLog(accountId: AccountId): Promise<AdminLogEntry[]> {
  const { items } = await queryIndexPage(
    { index: 'gsi2', partition: accountLogPartition(accountId) },
    { limit: 50, newestFirst: true },
    (sortKey) => ({ pk: ADMIN_LOG, sk: sortKey }),
  );
  return entriesAt(items);
}

async function entriesAt(sortKeys: readonly string[]): Promise<AdminLogEntry[]> {
  const requests = sortKeys.map((sortKey) => {
    const at = sortKey.slice(0, sortKey.indexOf('#'));
    return AdminLogEntity.build(BatchGetRequest).key({ at, id: sortKey.slice(at.length + 1) });
  });
  const found = await readItems(requests, { consistent: false });
  return found.filter((entry) => entry !== undefined).map(toEntry);
}

function toEntry(stored: StoredAdminLog): AdminLogEntry {
  const { subjectId, subjectName } = stored;
  return {
    id: stored.id,
    action: stored.action,
    at: stored.at,
    actor: { id: stored.actorId, name: stored.actorName },
    subject: subjectId === undefined ? null : { id: subjectId, name: subjectName ?? subjectId },
    note: stored.note ?? null,
  };
}
