import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { vi } from 'vitest';
import type { PlanId } from '#contract/accounts/plans';
import { AccountId, UserId } from '#contract/base/ids';
import { CreateBot } from '#contract/bots/bots';
import type { PublicBot } from '#contract/bots/public-bot';
import { ensureProfile } from '#core/accounts/create-profile';
import { AccountEntity } from '#core/accounts/entity';
import type { Actor } from '#platform/actor';

export const clock = () => new Date();

/** The widget bucket in memory: what was published, by key. */
export function memoryPublications(): Map<string, PublicBot> {
  const published = new Map<string, PublicBot>();
  process.env.WIDGET_BUCKET = 'widget';
  vi.spyOn(S3Client.prototype, 'send').mockImplementation(async (command: unknown) => {
    const { input } = command as { input: { Key: string; Body?: string } };
    if (input.Body === undefined) published.delete(input.Key);
    // Pictures lie beside what is told of a bot.
    else if (input.Key.endsWith('.json')) published.set(input.Key, JSON.parse(input.Body));
    return {};
  });
  return published;
}

export async function newOwner(plan: PlanId): Promise<Actor> {
  const userId = UserId.parse(randomUUID());
  const accountId = AccountId.parse(userId);
  await ensureProfile(
    { clock, adminEmails: [] },
    {
      userId,
      identity: { email: `${userId}@example.com`, emailVerified: true, fullName: null, companyName: null },
      fullName: 'Ada Lovelace',
      companyName: null,
      language: 'en',
      alpha: false,
    },
  );
  await AccountEntity.build(UpdateItemCommand).item({ accountId, plan, subscriptionStatus: 'active' }).send();
  return { userId, sessionId: 's', signedInAt: 1, accountId, profileRole: 'client', teamRole: 'owner' };
}

export const bot = (name: string, fields: object = {}) => CreateBot.parse({ name, ...fields });
