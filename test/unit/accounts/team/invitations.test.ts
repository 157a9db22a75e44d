import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AccountId, type InvitationId } from '#contract/base/ids';
import { loadAccount } from '#core/accounts/plan';
import { acceptInvitation, declineInvitation, readInvitation } from '#core/accounts/team/answer-invitation';
import { invitationMail } from '#core/accounts/team/invitation-mail';
import { inviteMember, resendInvitation, revokeInvitation } from '#core/accounts/team/invite';
import { listTeam } from '#core/accounts/team/list-team';
import { composeMail } from '#core/base/mail/compose';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, newOwner } from '../../bots/setup';
import { newTeam, userOf } from './setup';

withLocalTable();

const inDays = (days: number) => () => new Date(Date.now() + days * 86_400_000);

describe('an invitation', () => {
  it('is pending until it is accepted, and then a membership that counts', async () => {
    const { owner, invite } = await newTeam();
    const { invited, token } = await invite('viewer', 'Grace@Example.com');
    expect(invited).toMatchObject({
      email: 'grace@example.com',
      role: 'viewer',
      status: 'pending',
      user_id: null,
    });
    expect((await listTeam(clock, owner)).usage).toMatchObject({ used: 1, limit: 5 });
    const person = await newOwner('free');
    expect(await acceptInvitation(clock, userOf(person), token)).toEqual({ accountId: owner.accountId });
    const { items, usage } = await listTeam(clock, owner);
    expect(items.map(({ role, status }) => [role, status])).toEqual([
      ['owner', 'active'],
      ['viewer', 'active'],
    ]);
    expect(items[1]).toMatchObject({ user_id: person.userId, team_owner_id: owner.userId });
    expect(usage.used).toBe(2);
  });

  it('is mailed alike whether its address has an account or not', async () => {
    const { owner, deps, mails } = await newTeam();
    const known = await newOwner('free');
    const answers = [];
    for (const email of [`${known.userId}@example.com`, `${randomUUID()}@example.com`])
      answers.push(await inviteMember(deps, owner, { email, role: 'member' }));
    const alike = (text: string, email: string) =>
      text
        .replaceAll('\u2060', '')
        .replaceAll(email, '')
        .replace(/#[\w-]+/, '');
    const [one, other] = mails;
    if (!one || !other) throw new Error('Two mails were expected.');
    expect(alike(one.text, one.to)).toBe(alike(other.text, other.to));
    expect(Object.keys(answers[0] ?? {})).toEqual(Object.keys(answers[1] ?? {}));
    expect(answers[0]).toMatchObject({ user_id: null, full_name: null });
  });

  it('is not sent while the limits of its account cannot be read', async () => {
    const { owner, deps, mails } = await newTeam();
    const nowhere = { ...owner, accountId: AccountId.parse(randomUUID()) };
    await expect(
      inviteMember(deps, nowhere, { email: 'grace@example.com', role: 'member' }),
    ).rejects.toMatchObject({
      code: 'team.limits_unknown',
      message: 'Error checking subscription limits. Please try again.',
    });
    expect(mails).toEqual([]);
  });

  it('has a subject of readable length, whatever its people are called', async () => {
    const [inviterName, account] = ['Ada 👩‍💻 '.repeat(40), 'Bakery.example '.repeat(40)];
    const invited = { email: 'a@example.com', role: 'member', language: 'en', inviterName } as const;
    const { subject, text, html } = composeMail(
      'invitation',
      invitationMail(invited, account, `https://app.parley.example/invitations#${'t'.repeat(90)}`),
    );
    expect(subject.length).toBeLessThanOrEqual(160);
    expect(subject).toMatch(/^Ada .*… invites you to Bakery.*… on Parley$/u);
    expect(subject).not.toMatch(/\p{Cs}|\u200D…/u);
    expect(text).toContain(`#${'t'.repeat(90)}\n`);
    expect(html).toContain(`href="https://app.parley.example/invitations#${'t'.repeat(90)}"`);
  });

  it('lets in one of two people who accept at once, and answers a repetition alike', async () => {
    const { owner, invite } = await newTeam();
    const { token } = await invite();
    const people = [await newOwner('free'), await newOwner('free')];
    const results = await Promise.allSettled(
      people.map((person) => acceptInvitation(clock, userOf(person), token)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = people[results.findIndex(({ status }) => status === 'fulfilled')];
    if (!winner) throw new Error('Nobody came in.');
    expect(await acceptInvitation(clock, userOf(winner), token)).toEqual({ accountId: owner.accountId });
    expect((await loadAccount(owner.accountId)).memberCount).toBe(2);
  });

  it('lets in a person who accepts twice at once, and answers both calls alike', async () => {
    const { owner, invite } = await newTeam();
    const { token } = await invite('viewer');
    const person = await newOwner('free');
    const calls = Array.from({ length: 5 }, () => acceptInvitation(clock, userOf(person), token));
    for (const answer of await Promise.all(calls)) expect(answer).toEqual({ accountId: owner.accountId });
    expect((await listTeam(clock, owner)).usage.used).toBe(2);
  });

  it('gives the last place to one of several who accept at once', async () => {
    const { owner, invite, add } = await newTeam();
    for (const _ of [1, 2, 3]) await add();
    const tokens = [];
    for (const _ of [1, 2, 3]) tokens.push((await invite()).token);
    const results = await Promise.allSettled(
      tokens.map(async (token) => acceptInvitation(clock, userOf(await newOwner('free')), token)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(['team.limit_reached', 'team.limit_reached']);
    expect((await loadAccount(owner.accountId)).memberCount).toBe(5);
    await expect(invite()).rejects.toMatchObject({
      code: 'team.limit_reached',
      details: { resource: 'teamMembers', current: 5, limit: 5, plan: 'professional' },
    });
  });

  it('needs a subscription, and a plan with a second place', async () => {
    await expectRefusal((await newTeam('free')).invite(), 'team.subscription_required');
    await expect((await newTeam('starter')).invite()).rejects.toMatchObject({
      code: 'team.limit_reached',
      details: { current: 1, limit: 1, plan: 'starter' },
    });
  });

  it('ends after seven days, when it is withdrawn, declined, or sent anew', async () => {
    const { owner, invite, deps, lastToken } = await newTeam();
    const read = (token: string, at = clock) => readInvitation(at, token);
    const first = await invite();
    await expectRefusal(read(first.token, inDays(7.01)), 'invitation.expired');
    expect(await read(first.token, inDays(6.9))).toMatchObject({
      role: 'member',
      inviterName: 'Ada Lovelace',
    });
    await resendInvitation(deps, owner, first.invited.id as InvitationId);
    await expectRefusal(read(first.token), 'invitation.revoked');
    const second = lastToken();
    await revokeInvitation(clock, owner, first.invited.id as InvitationId);
    await revokeInvitation(clock, owner, first.invited.id as InvitationId);
    await expectRefusal(read(second), 'invitation.revoked');
    const declined = await invite();
    await declineInvitation(clock, declined.token);
    await declineInvitation(clock, declined.token);
    await expectRefusal(read(declined.token), 'invitation.used');
    await expectRefusal(read('a-token-that-nobody-was-ever-sent'), 'invitation.not_found');
    expect((await listTeam(clock, owner)).items).toHaveLength(1);
  });

  it('is refused where it makes no sense, and can follow one that has ended', async () => {
    const { owner, invite, add } = await newTeam();
    const member = await add();
    const address = 'again@example.com';
    await expectRefusal(invite('member', `${owner.userId}@example.com`), 'invitation.not_allowed');
    await expectRefusal(invite('member', `${member.userId}@example.com`), 'team.already_member');
    const { invited } = await invite('member', address);
    await expectRefusal(invite('admin', address.toUpperCase()), 'invitation.exists');
    await revokeInvitation(clock, owner, invited.id as InvitationId);
    expect((await invite('admin', address)).invited).toMatchObject({ role: 'admin', status: 'pending' });
  });

  it('that cannot be mailed is not kept', async () => {
    const { owner, invite, state } = await newTeam();
    state.fails = true;
    await expectRefusal(invite('member', 'lost@example.com'), 'invitation.send_failed');
    expect((await listTeam(clock, owner)).items).toHaveLength(1);
    state.fails = false;
    expect((await invite('member', 'lost@example.com')).invited.status).toBe('pending');
  });

  it('is sent anew a few times an hour at most', async () => {
    const { owner, invite, deps } = await newTeam();
    const { invited } = await invite();
    const resend = () => resendInvitation(deps, owner, invited.id as InvitationId);
    for (const _ of [1, 2, 3]) await resend();
    await expectRefusal(resend(), 'request.rate_limited');
  });

  it.each(['en', 'de'] as const)('leads nowhere by what its inviter wrote (%s)', (language) => {
    const invited = { email: 'a@example.com', role: 'admin', language } as const;
    const url = 'https://app.parley.example/invitations#token';
    const mail = composeMail(
      'invitation',
      invitationMail(
        { ...invited, inviterName: 'Eve www.evil.example', message: 'Look: https://evil.example/<b>' },
        'evil.example',
        url,
      ),
    );
    expect(mail.text).not.toContain('evil.example');
    expect(mail.html).not.toContain('<b>');
    expect(mail.text).toContain(url);
  });
});
