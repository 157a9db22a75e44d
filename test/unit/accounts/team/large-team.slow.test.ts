import { randomUUID } from 'node:crypto';
import { BatchPutRequest, BatchWriteCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { execute } from 'dynamodb-toolbox/table/actions/batchWrite';
import { expect, it } from 'vitest';
import { MOST_MEMBERS } from '#contract/accounts/limits';
import type { PlanId } from '#contract/accounts/plans';
import { UserId } from '#contract/base/ids';
import { AccountEntity, MembershipEntity, membershipIndex, ProfileEntity } from '#core/accounts/entity';
import { membershipsOf } from '#core/accounts/memberships';
import { loadAccount } from '#core/accounts/plan';
import { acceptInvitation } from '#core/accounts/team/answer-invitation';
import { inviteMember } from '#core/accounts/team/invite';
import { listTeam } from '#core/accounts/team/list-team';
import { activeMembers, managersOf } from '#core/accounts/team/managers';
import { updateMember } from '#core/accounts/team/members';
import { enforcePlan } from '#core/lifecycle/plans/enforce-plan';
import type { Actor } from '#platform/actor';
import { table } from '#platform/table';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, newOwner } from '../../bots/setup';
import { mailing, newTeam, userOf } from './setup';

withLocalTable();

/** People whose ids sort before any other, so that the owner stands at the end of what is read. */
async function fill({ accountId }: Actor, count: number) {
  const at = clock().toISOString();
  const people = Array.from({ length: count }, (_, index) => ({
    userId: `00000000${randomUUID().slice(8)}`,
    email: `member-${index}@example.com`,
  }));
  const writes = people.flatMap(({ userId, email }) => [
    ProfileEntity.build(BatchPutRequest).item({
      userId,
      email,
      fullName: 'Somebody',
      role: 'client',
      language: 'en',
      createdAt: at,
      updatedAt: at,
    }),
    MembershipEntity.build(BatchPutRequest).item({
      accountId,
      userId,
      role: 'member',
      status: 'active',
      createdAt: at,
      ...membershipIndex(userId, accountId),
    }),
  ]);
  for (let from = 0; from < writes.length; from += 24)
    await execute(table.build(BatchWriteCommand).requests(...writes.slice(from, from + 24)));
  await AccountEntity.build(UpdateItemCommand)
    .item({ accountId, memberCount: count + 1 })
    .send();
  return people;
}

const change = ({ accountId }: Actor, plan: PlanId) =>
  AccountEntity.build(UpdateItemCommand).item({ accountId, plan }).send();

it('of 600 people is read as a whole: its owner is alerted, and nobody is invited twice', async () => {
  const owner = await newOwner('enterprise');
  const people = await fill(owner, 600);
  expect((await managersOf(owner.accountId)).map(({ userId }) => userId)).toEqual([owner.userId]);
  expect(await activeMembers(owner.accountId)).toHaveLength(601);
  expect((await listTeam(clock, owner)).items).toHaveLength(601);
  for (const { email } of [people[0], people[599]] as { email: string }[])
    await expectRefusal(
      inviteMember(mailing().deps, owner, { email, role: 'member' }),
      'team.already_member',
    );
});

it('of 150 people is brought to a smaller plan as a whole, and back', async () => {
  const owner = await newOwner('enterprise');
  await fill(owner, 150);
  await change(owner, 'starter');
  await enforcePlan(clock, owner.accountId, () => true);
  const active = (await membershipsOf(owner.accountId)).filter(({ status }) => status !== 'suspended');
  expect(active.map(({ userId }) => userId)).toEqual([owner.userId]);
  expect((await loadAccount(owner.accountId)).memberCount).toBe(1);
  await change(owner, 'enterprise');
  await enforcePlan(clock, owner.accountId, () => true);
  expect((await loadAccount(owner.accountId)).memberCount).toBe(151);
});

it('takes nobody beyond its bound, also where the plan sets no limit', async () => {
  const team = await newTeam('enterprise');
  const { token } = await team.invite();
  const [first] = await fill(team.owner, MOST_MEMBERS - 1);
  await expectRefusal(team.invite(), 'team.full');
  const person = await newOwner('free');
  await expectRefusal(acceptInvitation(clock, userOf(person), token), 'team.full');
  const member = UserId.parse(first?.userId);
  await updateMember(clock, team.owner, member, { status: 'suspended' });
  // They take no place of the plan, but are in the team.
  await expectRefusal(acceptInvitation(clock, userOf(person), token), 'team.full');
  await updateMember(clock, team.owner, member, { status: 'active' });
  expect((await loadAccount(team.owner.accountId)).memberCount).toBe(MOST_MEMBERS);
});

it('refuses by the count of active members too, which two at once can not overtake', async () => {
  const team = await newTeam('enterprise');
  const member = await team.add();
  await updateMember(clock, team.owner, member.userId, { status: 'suspended' });
  await AccountEntity.build(UpdateItemCommand)
    .item({ accountId: team.owner.accountId, memberCount: MOST_MEMBERS })
    .send();
  await expectRefusal(updateMember(clock, team.owner, member.userId, { status: 'active' }), 'team.full');
});
