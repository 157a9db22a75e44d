import { UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, it } from 'vitest';
import { PLANS, type PlanId } from '#contract/accounts/plans';
import { BotId } from '#contract/base/ids';
import type { Bot } from '#contract/bots/bots';
import { AccountEntity } from '#core/accounts/entity';
import { findMembership } from '#core/accounts/membership';
import { loadAccount } from '#core/accounts/plan';
import { updateMember } from '#core/accounts/team/members';
import { getBot, listBots } from '#core/bots/bots';
import { createBot } from '#core/bots/create-bot';
import { actOnBot } from '#core/lifecycle/bots/act-on-bot';
import { queueFitToPlan } from '#core/lifecycle/bots/follow-bot';
import { enforcePlan } from '#core/lifecycle/plans/enforce-plan';
import { keepBots, previewPlan } from '#core/lifecycle/plans/preview-plan';
import type { Actor } from '#platform/actor';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { newTeam } from '../../accounts/team/setup';
import { bot, clock, memoryPublications, newOwner } from '../../bots/setup';

process.env.BOT_JOBS_QUEUE_URL = 'jobs';
const published = memoryPublications();
const queues = recordingQueues();
withLocalTable();

const always = () => true;
const change = (owner: Actor, plan: PlanId) =>
  AccountEntity.build(UpdateItemCommand).item({ accountId: owner.accountId, plan }).send();
const refit = (owner: Actor) => enforcePlan(clock, owner.accountId, always);
const statusOf = async (owner: Actor) => {
  const { items } = await listBots(owner, { limit: 50 });
  return Object.fromEntries(items.map(({ name, status }) => [name, status]));
};

async function withBots(count: number): Promise<{ owner: Actor; bots: Bot[] }> {
  const owner = await newOwner('professional');
  const bots = [];
  for (let n = 1; n <= count; n += 1)
    bots.push(
      await createBot(() => new Date(Date.now() + n * 1_000), owner, bot(`Bot ${n}`, { deploy: true })),
    );
  return { owner, bots };
}

it('takes the newest bots off the air, deletes nothing, and puts them back with a larger plan', async () => {
  const { owner, bots } = await withBots(4);
  const [, , third] = bots as [Bot, Bot, Bot, Bot];
  await actOnBot(clock, owner, third.id, { action: 'deactivate' });
  await change(owner, 'starter');
  await refit(owner);
  expect(await statusOf(owner)).toEqual({
    'Bot 1': 'active',
    'Bot 2': 'ready',
    'Bot 3': 'ready',
    'Bot 4': 'ready',
  });
  expect(published.has(`w/${third.widgetId}.json`)).toBe(false);
  expect(await getBot(owner, third.id)).toMatchObject({ isHeldByPlan: true, publishedVersion: null });
  expect(await loadAccount(owner.accountId)).toMatchObject({ botCount: 4, liveBotCount: 1 });
  await refit(owner);
  await change(owner, 'professional');
  await refit(owner);
  // Paused by a person before: so it comes back.
  expect(await statusOf(owner)).toEqual({
    'Bot 1': 'active',
    'Bot 2': 'active',
    'Bot 3': 'inactive',
    'Bot 4': 'active',
  });
  expect(published.has(`w/${third.widgetId}.json`)).toBe(true);
  expect(await loadAccount(owner.accountId)).toMatchObject({ liveBotCount: 4 });
});

it('leaves off the air what a person took off', async () => {
  const { owner, bots } = await withBots(3);
  const [, second] = bots as [Bot, Bot, Bot];
  await actOnBot(clock, owner, second.id, { action: 'undeploy' });
  await change(owner, 'starter');
  await refit(owner);
  await change(owner, 'professional');
  await refit(owner);
  expect(await statusOf(owner)).toEqual({ 'Bot 1': 'active', 'Bot 2': 'ready', 'Bot 3': 'active' });
});

it('keeps the bots that the owner has chosen, and says so before', async () => {
  const { owner, bots } = await withBots(3);
  const [first, second, third] = bots as [Bot, Bot, Bot];
  const plain = await previewPlan(clock, owner, { plan: 'starter' });
  expect(plain.bots).toMatchObject({ used: 3, limit: 1, stay: [{ id: first.id }] });
  const chosen = await previewPlan(clock, owner, { plan: 'starter', keep: [third.id] });
  expect(chosen.bots.stay).toEqual([{ id: third.id, name: 'Bot 3' }]);
  expect(chosen.bots.pause.map(({ id }) => id)).toEqual([first.id, second.id]);
  await keepBots(owner, { keep: [third.id, BotId.parse('0'.repeat(26))] });
  expect((await loadAccount(owner.accountId)).keptBots).toEqual([third.id]);
  await change(owner, 'starter');
  await refit(owner);
  expect(await statusOf(owner)).toEqual({ 'Bot 1': 'ready', 'Bot 2': 'ready', 'Bot 3': 'active' });
});

it('brings back by a preview only what a larger plan has room for', async () => {
  const { owner } = await withBots(5);
  await change(owner, 'starter');
  await refit(owner);
  const { bots } = await previewPlan(clock, owner, { plan: 'professional' });
  expect(bots).toMatchObject({ used: 1, limit: PLANS.professional.limits.bots, pause: [] });
  expect(bots.resume.map(({ name }) => name)).toEqual(['Bot 2', 'Bot 3', 'Bot 4', 'Bot 5']);
});

it('forgets that the plan held a bot which a person puts on the air again', async () => {
  const { owner, bots } = await withBots(2);
  const [first, second] = bots as [Bot, Bot];
  await change(owner, 'starter');
  await refit(owner);
  await actOnBot(clock, owner, first.id, { action: 'unpublish' });
  expect(await actOnBot(clock, owner, second.id, { action: 'deploy' })).toMatchObject({
    status: 'active',
    isHeldByPlan: false,
  });
  await change(owner, 'professional');
  await refit(owner);
  expect(await statusOf(owner)).toEqual({ 'Bot 1': 'draft', 'Bot 2': 'active' });
});

it('suspends the newest members, and brings back none that a person has suspended', async () => {
  const team = await newTeam();
  const people = [await team.add('admin'), await team.add(), await team.add()];
  const [first, second, third] = people as [Actor, Actor, Actor];
  await updateMember(clock, team.owner, first.userId, { status: 'suspended' });
  await change(team.owner, 'starter');
  await refit(team.owner);
  const stored = ({ userId }: Actor) => findMembership(userId, team.owner.accountId);
  for (const person of [second, third])
    expect(await stored(person)).toMatchObject({ status: 'suspended', suspendedByPlan: true });
  expect(await loadAccount(team.owner.accountId)).toMatchObject({ memberCount: 1 });
  // Suspended by a person too: they stay so.
  await updateMember(clock, team.owner, third.userId, { status: 'suspended' });
  await change(team.owner, 'professional');
  await refit(team.owner);
  expect((await stored(second))?.status).toBe('active');
  expect((await stored(second))?.suspendedByPlan).toBeUndefined();
  for (const person of [first, third]) expect((await stored(person))?.status).toBe('suspended');
  expect(await loadAccount(team.owner.accountId)).toMatchObject({ memberCount: 2 });
});

it('goes on where time ran out, and twice at once leaves the same', async () => {
  const { owner } = await withBots(4);
  await change(owner, 'starter');
  let left = 1;
  expect(await enforcePlan(clock, owner.accountId, () => left-- > 0)).toBe(false);
  expect(await loadAccount(owner.accountId)).toMatchObject({ liveBotCount: 3 });
  await Promise.all([refit(owner), refit(owner)]);
  expect(await loadAccount(owner.accountId)).toMatchObject({ liveBotCount: 1 });
});

it('is asked for where the plan that holds is another one, and only there', async () => {
  const owner = await newOwner('professional');
  const after = { ...(await loadAccount(owner.accountId)), entity: 'Account' };
  const event = (before: object, at = new Date()) =>
    queueFitToPlan({ type: 'account.changed', id: '1', at, before: before as never, after });
  await event({ ...after, documentCount: 3 });
  await event({ ...after, plan: 'professional', subscriptionStatus: 'trialing', trialEndsAt: '2990-01-01' });
  expect(queues.bodies()).toEqual([]);
  await event({ ...after, documentCount: 3, subscriptionStatus: 'past_due', graceEndsAt: '2020-01-01' });
  expect(queues.bodies()).toHaveLength(1);
  queues.forget();
  await event({ ...after, plan: 'enterprise' });
  expect(queues.bodies()).toEqual([{ kind: 'fit_to_plan', accountId: owner.accountId }]);
});
