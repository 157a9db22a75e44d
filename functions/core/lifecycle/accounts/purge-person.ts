import { DeleteItemCommand, QueryCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId } from '#contract/base/ids';
import { AddressEntity, ProfileEntity, type StoredProfile } from '#core/accounts/entity';
import { findMembership } from '#core/accounts/membership';
import { pictureFolder } from '#core/accounts/pictures';
import { endSessionsOf } from '#core/accounts/reset';
import { userChannel } from '#core/accounts/sockets/entity';
import { findProfile } from '#core/accounts/stored-profile';
import { leaveTeam } from '#core/accounts/team/members';
import { bury } from '#core/base/tombstones/entity';
import { ContactEntity } from '#core/site/contact/entity';
import { FeedbackEntity, ownIndex } from '#core/site/feedback/entity';
import type { Actor } from '#platform/actor';
import { deleteEverything } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { queryIndexPage } from '#platform/pages';
import { deletePartition, table } from '#platform/table';
import { ifHolds } from '#platform/table-writes';
import type { ActOnPoolUser } from '#platform/user-sessions';

export interface PersonDeps {
  readonly clock: Clock;
  readonly deleteUser: ActOnPoolUser;
  /** Takes the person out of the administration's lists, which hold words of name and address. */
  readonly unlist: (profile: StoredProfile) => Promise<void>;
}

/**
 * Erases the owner unless they own another account: sign-in, messages to us, votes, ratings and profile. False when
 * time ran out.
 */
export async function purgePerson(
  { clock, deleteUser, unlist }: PersonDeps,
  owner: Pick<Actor, 'accountId' | 'userId'>,
  hasTime: () => boolean,
): Promise<boolean> {
  const { accountId, userId } = owner;
  const memberships = await Promise.all(
    (await accountsOf(userId))
      .filter((id) => id !== accountId)
      .map((id) => findMembership(userId, AccountId.parse(id))),
  );
  const others = memberships.flatMap((membership) => (membership ? [membership] : []));
  const owned = others.find(({ role }) => role === 'owner');
  if (owned) {
    await moveHome(userId, owned.accountId);
    return true;
  }
  await bury('person', userId);
  await endSessionsOf(clock, userId);
  for (const { accountId: id } of others) {
    if (!hasTime()) return false;
    await leaveTeam({ ...owner, accountId: AccountId.parse(id) } as Actor).catch(unlessLeft);
  }
  // Before the profile: a token that is still valid would otherwise make a new one.
  await deleteUser(userId);
  if (!(await eraseSubmissions(userId, hasTime))) return false;
  if (!(await deletePartition(userChannel(userId), { hasTime }))) return false;
  if (!(await deleteEverything(environment('WIDGET_BUCKET'), pictureFolder(userId), hasTime))) return false;
  const profile = await findProfile(userId);
  if (profile)
    // Refused: the address belongs to somebody else by now.
    await ifHolds(
      AddressEntity.build(DeleteItemCommand)
        .key({ email: profile.email })
        .options({
          condition: {
            or: [
              { attr: 'userId', exists: false },
              { attr: 'userId', eq: userId },
            ],
          },
        })
        .send(),
    );
  // The profile alone says by which words it is listed: before it goes, whatever becomes of the change that tells of it.
  if (profile) await unlist(profile);
  return deletePartition(`USER#${userId}`, { hasTime, last: 'PROFILE' });
}

async function accountsOf(userId: string): Promise<readonly string[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ index: 'gsi1', partition: `USER#${userId}`, range: { beginsWith: 'MEMBER#' } })
    .options({ maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items.map(({ gsi1sk }) => String(gsi1sk).slice('MEMBER#'.length));
}

async function moveHome(userId: string, homeAccountId: string): Promise<void> {
  await ProfileEntity.build(UpdateItemCommand)
    .item({ userId, homeAccountId })
    .options({ condition: { attr: 'userId', exists: true } })
    .send();
}

/** Another delivery of the same message was faster. */
function unlessLeft(error: unknown): void {
  if (!(error instanceof ParleyError) || error.code !== 'team.changed') throw error;
}

async function eraseSubmissions(userId: string, hasTime: () => boolean): Promise<boolean> {
  const { gsi2pk: partition } = ownIndex(userId, 'C', '', '');
  let cursor: string | null = null;
  do {
    if (!hasTime()) return false;
    const page = await queryIndexPage(
      { index: 'gsi2', partition },
      { limit: 50, ...(cursor !== null && { cursor }) },
      keyOf,
    );
    for (const sortKey of page.items) {
      const [, kind, id = ''] = sortKey.split('#');
      if (kind === 'F') await FeedbackEntity.build(DeleteItemCommand).key({ id }).send();
      else await ContactEntity.build(DeleteItemCommand).key({ id }).send();
    }
    cursor = page.cursor;
  } while (cursor !== null);
  return true;
}

/** Of `{receivedAt}#{kind}#{id}`. */
function keyOf(sortKey: string): { readonly pk: string; readonly sk: string } {
  const [, kind, id = ''] = sortKey.split('#');
  return kind === 'F' ? { pk: `FEEDBACK#${id}`, sk: 'FEEDBACK' } : { pk: `CONTACT#${id}`, sk: 'CONTACT' };
}
