import { beforeAll, expect, test } from 'vitest';
import { PLANS } from '#contract/accounts/plans';
import type { Bot } from '#contract/bots/bots';
import { sharedCloud } from '#test/helpers/cloud';
import { awayFromMidnight } from '#test/helpers/days';
import { processed, uploadDocument } from '#test/helpers/documents';
import { mailsTo } from '#test/helpers/inbox';
import { newUser, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok } from '../responses';
import { operatorTable } from '../table';

const cloud = sharedCloud();
let owner: TestUser;
let bot: Bot;
const table = operatorTable(cloud);

beforeAll(async () => {
  owner = await newUser(cloud);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
  const content = 'Parcels are delivered on Mondays between nine and noon.';
  await processed(owner, await uploadDocument(owner, bot.id, { fileName: 'parcels.txt', content }));
});

test('a bot that has used its day answers with quotes, and its owner is told by mail and in the dashboard', async () => {
  await awayFromMidnight();
  const day = new Date().toISOString().slice(0, 10);
  const { modelAnswers } = PLANS.starter.limits;
  const item = {
    pk: `ACCOUNT#${bot.accountId}`,
    sk: `BOT_USAGE#${day}#${bot.id}`,
    entity: 'BotUsage',
    accountId: bot.accountId,
    botId: bot.id,
    botName: 'Helper',
    day,
    expiresAt: Math.floor(Date.now() / 1000) + 86_400,
  };
  await table.put({ ...item, answers: modelAnswers - 1 });
  const visitor = await openVisitor(cloud, bot.widgetId);
  const question = 'When are parcels delivered?';
  expect(await visitor.ask(question)).toMatchObject({ message: { kind: 'generated' } });
  expect(await visitor.ask(question)).toMatchObject({ message: { kind: 'quoted' } });
  await visitor.close();
  const { accounts } = await ok(owner, 'getMe');
  expect(accounts[0]?.modelUse).toMatchObject([
    { botId: bot.id, reached: true, answers: { used: modelAnswers, limit: modelAnswers } },
  ]);
  await waitFor('the mail', async () => {
    const mails = await mailsTo(cloud, owner.email);
    return mails.some(({ subject }) => subject.includes('quotes')) || undefined;
  });
});
