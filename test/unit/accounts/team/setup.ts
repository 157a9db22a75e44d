import { randomUUID } from 'node:crypto';
import type { PlanId } from '#contract/accounts/plans';
import type { AssignableRole } from '#contract/accounts/team';
import { acceptInvitation } from '#core/accounts/team/answer-invitation';
import { inviteMember } from '#core/accounts/team/invite';
import type { Actor, AuthenticatedUser } from '#platform/actor';
import type { OutgoingMail } from '#platform/mail';
import { clock, newOwner } from '../../bots/setup';

/** Invitations whose mails are kept; `fails` makes the next ones fail. */
export function mailing() {
  const mails: OutgoingMail[] = [];
  const state = { fails: false };
  const deps = {
    clock,
    appOrigin: 'https://app.parley.example',
    sendMail: async (mail: OutgoingMail) => {
      if (state.fails) throw new Error('SES is away.');
      mails.push(mail);
    },
  };
  return { mails, state, deps, lastToken: () => tokenIn(mails.at(-1)) };
}

export function tokenIn(mail: OutgoingMail | undefined): string {
  const token = /\/invitations#([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error('The mail has no link.');
  return token;
}

export function userOf({ userId }: Pick<Actor, 'userId'>): AuthenticatedUser {
  return { userId, sessionId: randomUUID(), signedInAt: 1, accessToken: 'token' };
}

/** An account of five places and a way to add people to it. */
export async function newTeam(plan: PlanId = 'professional') {
  const owner = await newOwner(plan);
  const { deps, lastToken, mails, state } = mailing();
  const invite = async (role: AssignableRole = 'member', email = `${randomUUID()}@example.com`) => {
    const invited = await inviteMember(deps, owner, { email, role });
    return { invited, token: lastToken() };
  };
  const add = async (role: AssignableRole = 'member'): Promise<Actor> => {
    const { token } = await invite(role);
    const person = await newOwner('free');
    await acceptInvitation(clock, userOf(person), token);
    return { ...person, accountId: owner.accountId, teamRole: role };
  };
  return { owner, invite, add, deps, mails, state, lastToken };
}
