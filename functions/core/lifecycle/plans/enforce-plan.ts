import type { AccountId } from '#contract/base/ids';
import { limitOf } from '#core/accounts/limits/quotas';
import { membershipsOf } from '#core/accounts/memberships';
import { loadAccount } from '#core/accounts/plan';
import { holdMember, resumeMember } from '#core/accounts/team/members';
import { botsOf } from '#core/bots/bots';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { pauseForPlan, resumeForPlan } from './pause-for-plan';
import { type Fit, fitBots, fitMembers, fitNoBots } from './places-kept';

/** Times that others may change bots and members between their reading and their writing. */
const MAX_ATTEMPTS = 20;

/**
 * Brings an account to its plan: what has no place any more is paused, nothing is deleted, and what a smaller plan had
 * paused comes back. What a person took off themselves stays off. False when time ran out. Repeating it changes nothing,
 * and also goes on where another call was at the same account.
 */
export async function enforcePlan(
  clock: Clock,
  accountId: AccountId,
  hasTime: () => boolean,
): Promise<boolean> {
  return (await fitAccountBots(clock, accountId, hasTime)) && fitAccountMembers(clock, accountId, hasTime);
}

async function fitAccountBots(clock: Clock, accountId: AccountId, hasTime: () => boolean): Promise<boolean> {
  return apply(
    hasTime,
    async () => {
      const account = await loadAccount(accountId);
      const bots = await botsOf(accountId);
      if (account.deletesAt !== undefined) return fitNoBots(bots);
      const { limit } = limitOf(account, 'bots', clock());
      return fitBots(bots, limit, account.keptBots ?? []);
    },
    {
      pause: (bot) => pauseForPlan(clock, bot),
      resume: (bot) => resumeForPlan(clock, bot),
    },
  );
}

async function fitAccountMembers(
  clock: Clock,
  accountId: AccountId,
  hasTime: () => boolean,
): Promise<boolean> {
  return apply(
    hasTime,
    async () => {
      const account = await loadAccount(accountId);
      return fitMembers(await membershipsOf(accountId), limitOf(account, 'teamMembers', clock()).limit);
    },
    {
      pause: (member) => holdMember(clock, accountId, member),
      resume: (member) => resumeMember(clock, accountId, member),
    },
  );
}

interface Steps<THING> {
  pause(thing: THING): Promise<boolean>;
  resume(thing: THING): Promise<boolean>;
}

/** One step after the other; what turns out to have changed is looked at again. */
async function apply<THING>(
  hasTime: () => boolean,
  read: () => Promise<Fit<THING>>,
  { pause, resume }: Steps<THING>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const { pause: surplus, resume: waiting } = await read();
    let isCurrent = true;
    for (const thing of surplus) {
      if (!hasTime()) return false;
      isCurrent = (await pause(thing)) && isCurrent;
    }
    for (const thing of waiting) {
      if (!hasTime()) return false;
      isCurrent = (await unlessFull(resume(thing))) && isCurrent;
    }
    if (isCurrent) return true;
    if (attempt === MAX_ATTEMPTS) throw new ParleyError('server.unavailable');
  }
}

/** A place that somebody took at the same moment is theirs: what waits goes on waiting. */
async function unlessFull(step: Promise<boolean>): Promise<boolean> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof ParleyError && FULL.has(error.code)) return true;
    throw error;
  }
}

const FULL: ReadonlySet<string> = new Set(['plan.limit_exceeded', 'team.limit_reached', 'team.full']);
