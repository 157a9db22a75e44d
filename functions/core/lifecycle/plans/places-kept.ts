import { isDeployed } from '#contract/bots/bot-status';
import type { StoredMembership } from '#core/accounts/entity';
import type { StoredBot } from '#core/bots/stored-bot';

/** Who or what stays, is paused, or comes back where a plan has so many places. */
export interface Fit<THING> {
  readonly stay: readonly THING[];
  readonly pause: readonly THING[];
  readonly resume: readonly THING[];
}

/**
 * Which bots a plan keeps on the air: those that the owner named, in their order, then the oldest; the newest go first.
 * Of those that a plan took off before, as many come back as there is room for, by the same order.
 */
export function fitBots(bots: readonly StoredBot[], limit: number, kept: readonly string[]): Fit<StoredBot> {
  const rank = ({ botId }: StoredBot) => (kept.includes(botId) ? kept.indexOf(botId) : kept.length);
  const ordered = [...bots].sort(
    (one, other) => rank(one) - rank(other) || one.createdAt.localeCompare(other.createdAt),
  );
  return placed(
    ordered.filter(({ status }) => isDeployed(status)),
    ordered.filter(({ heldByPlan }) => heldByPlan !== null),
    limit,
  );
}

/** An account that is to be deleted has no bot on the air. They come back as one that a plan took off does. */
export function fitNoBots(bots: readonly StoredBot[]): Fit<StoredBot> {
  return { stay: [], pause: bots.filter(({ status }) => isDeployed(status)), resume: [] };
}

/** Which members a plan keeps: the owner, then those who have been in the team for longest. */
export function fitMembers(members: readonly StoredMembership[], limit: number): Fit<StoredMembership> {
  const isOwner = ({ role }: StoredMembership) => (role === 'owner' ? 0 : 1);
  const ordered = [...members].sort(
    (one, other) => isOwner(one) - isOwner(other) || one.createdAt.localeCompare(other.createdAt),
  );
  return placed(
    ordered.filter(({ status }) => status !== 'suspended'),
    ordered.filter(({ suspendedByPlan }) => suspendedByPlan === true),
    limit,
  );
}

/** A limit of -1 or 0 is none. */
function placed<THING>(taken: readonly THING[], paused: readonly THING[], limit: number): Fit<THING> {
  const places = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  return {
    stay: taken.slice(0, places),
    pause: taken.slice(places),
    resume: paused.slice(0, Math.max(0, places - taken.length)),
  };
}
