import { createHmac } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { BotId } from '#contract/base/ids';
import { createBot } from '#core/bots/create-bot';
import { revealIdentitySecret, rotateIdentitySecret, verifyVisitorHash } from '#core/bots/identity';
import type { Actor } from '#platform/actor';
import { withLocalTable } from '#test/helpers/local-table';
import { bot, clock, newOwner } from './setup';

withLocalTable();
let owner: Actor;
let botId: BotId;
beforeAll(async () => {
  owner = await newOwner('professional');
  botId = (await createBot(clock, owner, bot('Helper'))).id;
});

/** As a website makes it. */
const hash = (secret: string, userId: string) => createHmac('sha256', secret).update(userId).digest('hex');
const verify = (userId: string, shown: string, at = clock) =>
  verifyVisitorHash({ accountId: owner.accountId, botId }, userId, shown, at);
const inHours = (hours: number) => () => new Date(Date.now() + hours * 60 * 60 * 1_000);

test('a bot whose secret nobody asked for knows no visitor', async () => {
  expect(await verify('u-1', hash('', 'u-1'))).toBe(false);
});

test('all who ask at once are shown one secret, and what it signs verifies for that visitor alone', async () => {
  const shown = await Promise.all([1, 2, 3].map(() => revealIdentitySecret(clock, owner, botId)));
  expect(new Set(shown.map(({ secret }) => secret)).size).toBe(1);
  const secret = shown[0]?.secret ?? '';
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(await verify('u-1', hash(secret, 'u-1'))).toBe(true);
  expect(await verify('u-2', hash(secret, 'u-1'))).toBe(false);
  expect(await verify('u-1', hash(secret, 'u-1').slice(1))).toBe(false);
  expect(await verify('u-1', hash(secret, 'u-1').toUpperCase())).toBe(false);
});

test('a secret that was replaced counts for a day, and not beyond the next', async () => {
  const first = await revealIdentitySecret(clock, owner, botId);
  const second = await rotateIdentitySecret(clock, owner, botId);
  expect(second.secret).not.toBe(first.secret);
  expect(second.formerValidUntil).not.toBeNull();
  expect(await verify('u-1', hash(second.secret, 'u-1'))).toBe(true);
  expect(await verify('u-1', hash(first.secret, 'u-1'), inHours(23))).toBe(true);
  expect(await verify('u-1', hash(first.secret, 'u-1'), inHours(25))).toBe(false);
  expect(await revealIdentitySecret(inHours(25), owner, botId)).toMatchObject({ formerValidUntil: null });
  await rotateIdentitySecret(clock, owner, botId);
  expect(await verify('u-1', hash(first.secret, 'u-1'))).toBe(false);
  expect(await verify('u-1', hash(second.secret, 'u-1'))).toBe(true);
});

test("another tenant sees and rotates nothing, and a secret is its bot's alone", async () => {
  const stranger = await newOwner('professional');
  const calls = await Promise.allSettled([
    revealIdentitySecret(clock, stranger, botId),
    rotateIdentitySecret(clock, stranger, botId),
    revealIdentitySecret(clock, owner, BotId.parse('none')),
  ]);
  for (const call of calls) expect(call).toMatchObject({ reason: { code: 'bot.not_found' } });
  const other = await createBot(clock, owner, bot('Other'));
  const { secret } = await revealIdentitySecret(clock, owner, other.id);
  expect(await verify('u-1', hash(secret, 'u-1'))).toBe(false);
});
