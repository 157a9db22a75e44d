import { describe, expect, it } from 'vitest';
import type { Team, TeamMember } from '#contract/accounts/team';
import { sharedCloud } from '#test/helpers/cloud';
import { newUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { operatorTable } from '../table';

const cloud = sharedCloud();

describe('a team over the wire', () => {
  it('shows that mails to an invited address come back, and sends it no more', async () => {
    const owner = await newUser(cloud);
    await operatorTable(cloud).set({ pk: `ACCOUNT#${owner.userId}`, sk: 'ACCOUNT' }, 'plan', 'professional');
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
