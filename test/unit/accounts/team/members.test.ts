import { describe, expect, it } from 'vitest';
import { findMembership } from '#core/accounts/membership';
import { loadAccount } from '#core/accounts/plan';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { getMe } from '#core/accounts/profiles/me';
import { listTeam } from '#core/accounts/team/list-team';
import { leaveTeam, removeMember, transferOwnership, updateMember } from '#core/accounts/team/members';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, newOwner } from '../../bots/setup';
import { newTeam, userOf } from './setup';

withLocalTable();

const count = async (team: { readonly owner: Parameters<typeof listTeam>[1] }) =>
  (await loadAccount(team.owner.accountId)).memberCount;

describe('a member', () => {
  it('acts in their role from their next call on', async () => {
    const team = await newTeam();
    const member = await team.add('viewer');
    await updateMember(clock, team.owner, member.userId, { role: 'admin' });
    expect(await loadActor(userOf(member), team.owner.accountId, 'bots.view')).toMatchObject({
      teamRole: 'admin',
    });
  });

  it('a suspended member is out at once, counts no more, and comes back only where there is a place', async () => {
    const team = await newTeam();
    const member = await team.add();
    const { accountId } = team.owner;
    for (const _ of [1, 2]) await updateMember(clock, team.owner, member.userId, { status: 'suspended' });
    await expectRefusal(loadActor(userOf(member), accountId, 'bots.view'), 'team.suspended');
    expect((await getMe(clock, userOf(member))).accounts.map(({ id }) => id)).toEqual([member.userId]);
    expect(await count(team)).toBe(1);
    for (const _ of [1, 2, 3, 4]) await team.add();
    await expectRefusal(
      updateMember(clock, team.owner, member.userId, { status: 'active' }),
      'team.limit_reached',
    );
    const { items } = await listTeam(clock, team.owner);
    const other = items.find(({ role, status }) => role === 'member' && status === 'active');
    if (!other?.user_id) throw new Error('There is no other member.');
    await removeMember(team.owner, other.user_id);
    await updateMember(clock, team.owner, member.userId, { status: 'active' });
    expect(await loadActor(userOf(member), accountId, 'bots.view')).toMatchObject({ teamRole: 'member' });
    expect(await count(team)).toBe(5);
  });

  it('a suspended member is told of it where they come back, and may leave', async () => {
    const team = await newTeam();
    const { accountId } = team.owner;
    const member = await team.add();
    await updateMember(clock, team.owner, member.userId, { status: 'suspended' });
    const listed = async () => (await getMe(clock, userOf(member))).suspended;
    expect(await listed()).toEqual([{ id: accountId, name: 'Ada Lovelace', by: 'team' }]);
    const { teamRole } = await loadActor(userOf(member), accountId, 'team.leave');
    expect(teamRole).toBe('member');
    await leaveTeam(member);
    expect(await listed()).toEqual([]);
    expect(await count(team)).toBe(1);
  });

  it('a member who is suspended in their former account gets one of another name, and sees both', async () => {
    const team = await newTeam();
    const heir = await team.add();
    await transferOwnership(clock, team.owner, heir.userId);
    await updateMember(clock, { ...heir, teamRole: 'owner' }, team.owner.userId, { status: 'suspended' });
    const me = await getMe(clock, userOf(team.owner));
    expect(me.accounts.map(({ name }) => name)).toEqual(['Ada Lovelace (2)']);
    expect(me.suspended).toEqual([{ id: team.owner.accountId, name: 'Ada Lovelace', by: 'team' }]);
    expect((await getMe(clock, userOf(team.owner))).accounts).toEqual(me.accounts);
  });

  it('gets role and status together or neither', async () => {
    const team = await newTeam();
    const member = await team.add('viewer');
    await updateMember(clock, team.owner, member.userId, { status: 'suspended' });
    for (const _ of [1, 2, 3, 4]) await team.add();
    await expectRefusal(
      updateMember(clock, team.owner, member.userId, { role: 'admin', status: 'active' }),
      'team.limit_reached',
    );
    expect(await findMembership(member.userId, team.owner.accountId)).toMatchObject({
      role: 'viewer',
      status: 'suspended',
    });
  });

  it('a member who is reinstated several times at once comes back once, also to the last place', async () => {
    const team = await newTeam();
    const member = await team.add();
    await updateMember(clock, team.owner, member.userId, { status: 'suspended' });
    for (const _ of [1, 2, 3]) await team.add();
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        updateMember(clock, team.owner, member.userId, { role: 'admin', status: 'active' }),
      ),
    );
    expect(answers.map(({ role, status }) => [role, status])).toEqual(answers.map(() => ['admin', 'active']));
    expect(await count(team)).toBe(5);
  });

  it('a member who is removed, or leaves, gives their place back once', async () => {
    const team = await newTeam();
    const [removed, leaving, suspended] = [await team.add(), await team.add(), await team.add()];
    await Promise.allSettled([1, 2, 3].map(() => removeMember(team.owner, removed.userId)));
    for (const _ of [1, 2]) await leaveTeam(leaving);
    await updateMember(clock, team.owner, suspended.userId, { status: 'suspended' });
    await removeMember(team.owner, suspended.userId);
    expect(await count(team)).toBe(1);
    await expectRefusal(loadActor(userOf(removed), team.owner.accountId, 'bots.view'), 'auth.forbidden');
  });

  it('of another account can be neither changed nor removed', async () => {
    const [team, other] = [await newTeam(), await newTeam()];
    const member = await other.add();
    await expectRefusal(
      updateMember(clock, team.owner, member.userId, { role: 'admin' }),
      'team.member_not_found',
    );
    await removeMember(team.owner, member.userId);
    expect(await findMembership(member.userId, other.owner.accountId)).toBeDefined();
  });

  it('changes neither themselves nor the owner', async () => {
    const team = await newTeam();
    const admin = await team.add('admin');
    const { userId } = team.owner;
    const refused = (code: string) => ({ code });
    await expect(updateMember(clock, admin, admin.userId, { role: 'viewer' })).rejects.toMatchObject(
      refused('team.own_membership'),
    );
    await expect(updateMember(clock, admin, userId, { role: 'viewer' })).rejects.toMatchObject(
      refused('team.owner_stays'),
    );
    await expect(removeMember(admin, userId)).rejects.toMatchObject(refused('team.owner_stays'));
    await expect(leaveTeam(team.owner)).rejects.toMatchObject(refused('team.owner_stays'));
  });
});

describe('the ownership', () => {
  it('goes to a member; the former owner stays as an admin, and keeps the account in their list', async () => {
    const team = await newTeam();
    const heir = await team.add();
    await transferOwnership(clock, team.owner, heir.userId);
    const { items } = await listTeam(clock, team.owner);
    expect(items.map(({ user_id, role }) => [user_id, role])).toEqual([
      [heir.userId, 'owner'],
      [team.owner.userId, 'admin'],
    ]);
    expect(items.every(({ team_owner_id }) => team_owner_id === heir.userId)).toBe(true);
    expect((await getMe(clock, userOf(heir))).accounts.map(({ role }) => role)).toEqual(['owner', 'owner']);
    expect((await getMe(clock, userOf(team.owner))).accounts.map(({ role }) => role)).toEqual(['admin']);
  });

  it('stays with one person where a transfer meets another one and a removal', async () => {
    const team = await newTeam();
    const [one, other] = [await team.add(), await team.add()];
    await Promise.allSettled([
      transferOwnership(clock, team.owner, one.userId),
      transferOwnership(clock, team.owner, other.userId),
      removeMember(team.owner, one.userId),
    ]);
    const { items } = await listTeam(clock, team.owner);
    const owners = items.filter(({ role }) => role === 'owner');
    expect(owners).toHaveLength(1);
    expect(owners[0]?.user_id).toBe((await loadAccount(team.owner.accountId)).ownerId);
    expect(await count(team)).toBe(items.length);
  });

  it('does not go to a suspended member, or to nobody', async () => {
    const team = await newTeam();
    const member = await team.add();
    await updateMember(clock, team.owner, member.userId, { status: 'suspended' });
    for (const { userId } of [member, await newOwner('free')])
      await expectRefusal(transferOwnership(clock, team.owner, userId), 'team.member_not_found');
  });

  it('leaves nobody without an account: a person who has left theirs gets another, once', async () => {
    const team = await newTeam();
    const heir = await team.add('admin');
    await transferOwnership(clock, team.owner, heir.userId);
    await leaveTeam({ ...team.owner, teamRole: 'admin' });
    const user = userOf(team.owner);
    const [first, second] = await Promise.all([getMe(clock, user), getMe(clock, user)]);
    expect(first.accounts.map(({ role, plan }) => [role, plan])).toEqual([['owner', 'free']]);
    expect(second.accounts.map(({ id }) => id)).toEqual(first.accounts.map(({ id }) => id));
    expect(first.accounts[0]?.id).not.toBe(team.owner.accountId);
    expect(await loadActor(user, undefined, 'bots.view')).toMatchObject({
      accountId: first.accounts[0]?.id,
      teamRole: 'owner',
    });
  });
});
