import { GetItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type { UserId } from '#contract/base/ids';
import { type Clock, epochSeconds } from '#platform/clock';
import { ProfileEntity } from '../entity';

/** Cognito is asked for the code right after. */
const FRESH_SECONDS = 60;

/** Notes that a person has proved that she may change her address, before Cognito is asked to mail the code. */
export async function noteEmailRequest(clock: Clock, userId: UserId): Promise<void> {
  await ProfileEntity.build(UpdateItemCommand)
    .item({ userId, emailRequestedAt: epochSeconds(clock()) })
    .options({ condition: { attr: 'userId', exists: true } })
    .send();
}

/**
 * Whether a code for a new address may be mailed: an access token alone, which may be stolen, can ask Cognito for one
 * without the password that we demand, and whoever owns the address owns the account.
 */
export async function isEmailRequested(clock: Clock, userId: UserId): Promise<boolean> {
  const { Item } = await ProfileEntity.build(GetItemCommand)
    .key({ userId })
    .options({ consistent: true })
    .send();
  return (Item?.emailRequestedAt ?? 0) > epochSeconds(clock()) - FRESH_SECONDS;
}
