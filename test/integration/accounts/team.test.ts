import { beforeAll, describe, expect, it } from 'vitest';
import type { Team, TeamMember } from '#contract/accounts/team';
import { sharedCloud } from '#test/helpers/cloud';
import { newestMail } from '#test/helpers/inbox';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { operatorTable } from '../table';

const cloud = sharedCloud();
const table = operatorTable(cloud);
let [owner, guest, stranger]: TestUser[] = [];

beforeAll(async () => {
  [owner, guest, stranger] = await Promise.all([newUser(cloud), newUser(cloud), newUser(cloud)]);
  await table.set({ pk: `ACCOUNT#${owner.userId}`, sk: 'ACCOUNT' }, 'plan', 'professional');
});

function people() {
  if (!owner || !guest || !stranger) throw new Error('Nobody is here.');
  return { owner, guest, stranger, asGuest: apiClient(cloud, guest.token, { account: owner.userId }) };
}

describe('a team over the wire', () => {
  it('is invited by mail, changes its roles, and ends', async () => {
    const { owner, guest, stranger, asGuest } = people();
    const { id } = await owner.call<TeamMember>('inviteMember', {
      body: { email: guest.email, role: 'member', message: 'Welcome!' },
    });
    const token = /\/invitations#([\w-]+)/.exec(
      (await newestMail(cloud, guest.email, ({ subject }) => /invites/.test(subject))).text ?? '',
    )?.[1];
    await guest.call('acceptInvitation', { body: { token } });
    const path = { memberId: guest.userId };
    const refused = async (answer: Promise<{ readonly status: number }>) => (await answer).status;
    expect(await refused(asGuest.send('updateMember', { path, body: { role: 'admin' } }))).toBe(403);
    expect(await refused(stranger.send('updateMember', { path, body: { role: 'viewer' } }))).toBe(404);
    expect(await refused(owner.send('updateMember', { path, body: { role: 'owner' } }))).toBe(400);
    expect(await refused(owner.send('resendInvitation', { path: { invitationId: String(id) } }))).toBe(404);
    for (const _ of [1, 2])
      expect(await owner.call<TeamMember>('updateMember', { path, body: { role: 'viewer' } })).toMatchObject({
        role: 'viewer',
        status: 'active',
      });
    expect(await refused(asGuest.send('getTeam'))).toBe(200);
    await owner.call('updateMember', { path, body: { status: 'suspended' } });
    expect(await refused(asGuest.send('getTeam'))).toBe(403);
    expect((await owner.call<Team>('getTeam')).usage.used).toBe(1);
    for (const _ of [1, 2]) await owner.call('removeMember', { path });
    expect((await owner.call<Team>('getTeam')).items).toHaveLength(1);
  });

  it('shows that mails to an invited address come back, and sends it no more', async () => {
    const { owner } = people();
    const email = `bounce+${owner.userId}@example.com`;
    const { id } = await owner.call<TeamMember>('inviteMember', { body: { email, role: 'member' } });
    const invited = async () =>
      (await owner.call<Team>('getTeam')).items.find((member) => member.email === email);
    expect(await waitFor('the mark', async () => (await invited())?.mail_problem?.reason)).toBe('bounced');
    const again = await owner.send('resendInvitation', { path: { invitationId: String(id) } });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ error: { code: 'mail.undeliverable' } });
    // The link that it was sent is as it was.
    expect((await invited())?.status).toBe('pending');
  });
});
