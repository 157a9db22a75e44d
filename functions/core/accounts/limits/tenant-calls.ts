import { shareOfAddress } from '#contract/accounts/limits';
import type { AccountId, UserId } from '#contract/base/ids';
import type { Clock } from '#platform/clock';
import { type Visitor, verifyVisitorToken } from '#platform/visitor-token';
import { countInOrder, limitRate, perMinute, perMinuteFrom } from './rate-limit';

/**
 * Calls a minute that one tenant, or one person, may make of everything together. Routes are throttled over all
 * tenants by API Gateway (`infra/constructs/routed-api.ts`): no tenant may use more than a quarter of that up, so
 * that the calls of one are not refused because of another's.
 */
export const CALLS_A_MINUTE = {
  /** Of people signed in to the dashboard, in an account: what ten busy ones make together, several times. */
  account: 3_000,
  /** With one API key. */
  apiKey: 300,
  /** Of one person on routes that concern no account. */
  user: 300,
  /** Of visitors over HTTP: with one token, from one address, of one bot and of all bots of an account. */
  token: 240,
  address: shareOfAddress(3_000),
  widget: 3_000,
  visitorsOfAccount: 6_000,
  /** Frames over one socket: people write a few a minute, and a frame is no longer than a message. */
  socket: 240,
} as const;

/** Counts a call of a member of the account; throws `request.rate_limited` when the account had its share. */
export function admitMember(clock: Clock, accountId: AccountId): Promise<void> {
  return limitRate(clock, `CALLS#${accountId}`, CALLS_A_MINUTE.account);
}

/** The same of a call with an API key, for that key. */
export function admitKey(clock: Clock, apiKeyId: string): Promise<void> {
  return limitRate(clock, `KEY_CALLS#${apiKeyId}`, CALLS_A_MINUTE.apiKey);
}

/** The same of a signed-in user's call that concerns no account. */
export function admitUser(clock: Clock, userId: UserId): Promise<void> {
  return limitRate(clock, `USER_CALLS#${userId}`, CALLS_A_MINUTE.user);
}

/**
 * Verifies the token and counts the call: for the visitor, by their token and their address, then for the widget, then for
 * the account. What one refuses is not counted at the next.
 */
export async function admitVisitor(clock: Clock, token: string, address: string): Promise<Visitor> {
  const visitor = await verifyVisitorToken(clock, token);
  const { accountId, widgetId, conversationId } = visitor;
  await countInOrder(clock, [
    perMinute(`VISITOR_CALLS#${conversationId}`, CALLS_A_MINUTE.token),
    await perMinuteFrom(`VISITOR_CALLS#${accountId}`, address, CALLS_A_MINUTE.address),
    perMinute(`VISITOR_CALLS#${widgetId}`, CALLS_A_MINUTE.widget),
    perMinute(`VISITOR_CALLS#${accountId}`, CALLS_A_MINUTE.visitorsOfAccount),
  ]);
  return visitor;
}

/** Counts a frame, before it is read. */
export function admitFrame(clock: Clock, connectionId: string): Promise<void> {
  return limitRate(clock, `FRAMES#${connectionId}`, CALLS_A_MINUTE.socket);
}
