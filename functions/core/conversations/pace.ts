import { epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { StoredConversation } from './entity';

/** Messages of a visitor that were taken in one minute. */
export interface Pace {
  /** Since 1970. */
  readonly minute: number;
  readonly messages: number;
}

/** A minute, which no person writes. */
const PER_MINUTE = 60;

/**
 * The pace with one more message, or `request.rate_limited`. The conversation's head holds it, which the message's
 * transaction changes anyway: of two at once one finds it changed, and is counted after the other.
 */
export function withinPace({ pace }: Pick<StoredConversation, 'pace'>, now: Date): Pace {
  const seconds = epochSeconds(now);
  const minute = Math.floor(seconds / 60);
  const messages = (pace?.minute === minute ? pace.messages : 0) + 1;
  if (messages > PER_MINUTE)
    throw new ParleyError('request.rate_limited', { retryAfterSeconds: (minute + 1) * 60 - seconds });
  return { minute, messages };
}
