import { PutItemCommand } from 'dynamodb-toolbox';
import { botDefaults } from '#contract/bots/bot-config';
import {
  AccountEntity,
  MembershipEntity,
  membershipIndex,
  ProfileEntity,
  type StoredAccount,
} from '#core/accounts/entity';
import { BotEntity } from '#core/bots/entity';

const AT = '2026-01-01T00:00:00.000Z';

/** Stores an account whose owner has its id. */
export async function storeAccount(accountId: string, overrides: Partial<StoredAccount> = {}): Promise<void> {
  await AccountEntity.build(PutItemCommand)
    .item({
      accountId,
      ownerId: accountId,
      name: 'Example',
      plan: 'starter',
      subscriptionStatus: 'active',
      createdAt: AT,
      updatedAt: AT,
      ...overrides,
    })
    .send();
}

/** Stores a bot that visitors have. */
export async function storeBot(
  { accountId, botId }: { readonly accountId: string; readonly botId: string },
  { config, ...overrides }: { config?: object; name?: string; widgetId?: string } = {},
): Promise<void> {
  const full = { ...botDefaults('en'), companyName: 'Example', fallbackMessage: 'I do not know.', ...config };
  await BotEntity.build(PutItemCommand)
    .item({
      accountId,
      botId,
      widgetId: 'abcdefgh',
      name: 'Helper',
      status: 'active',
      config: full,
      publication: { number: 1, config: full },
      lastPublication: 1,
      version: 1,
      createdAt: AT,
      updatedAt: AT,
      ...overrides,
    })
    .send();
}

/** Stores a profile and its membership of an account. */
export async function storeMember(
  accountId: string,
  userId: string,
  {
    role = 'owner',
    language = 'en',
  }: { role?: 'owner' | 'admin' | 'member' | 'viewer'; language?: 'en' | 'de' } = {},
): Promise<void> {
  await ProfileEntity.build(PutItemCommand)
    .item({
      userId,
      email: `${userId}@example.com`,
      fullName: 'Ada Agent',
      role: 'client',
      language,
      createdAt: AT,
      updatedAt: AT,
    })
    .send();
  await MembershipEntity.build(PutItemCommand)
    .item({ accountId, userId, role, createdAt: AT, ...membershipIndex(userId, accountId) })
    .send();
}
