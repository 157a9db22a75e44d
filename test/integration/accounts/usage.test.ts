import { beforeAll, describe, expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { sharedCloud } from '#test/helpers/cloud';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';
import { join, operatorTable } from '../table';

const cloud = sharedCloud();
let owner: TestUser;
let bots: readonly Bot[];
const table = operatorTable(cloud);

beforeAll(async () => {
  owner = await newUser(cloud);
  await plan('professional');
  // Whom a smaller plan has no place for.
  await join(cloud, owner, 'viewer');
  bots = [
    await ok(owner, 'createBot', { body: { name: 'One', deploy: true } }),
    await ok(owner, 'createBot', { body: { name: 'Two', deploy: true } }),
    await ok(owner, 'createBot', { body: { name: 'Draft' } }),
  ];
});

const plan = (name: string) => table.set({ pk: `ACCOUNT#${owner.userId}`, sk: 'ACCOUNT' }, 'plan', name);

describe('the preview of a plan', () => {
  it('needs the right to change settings, and an existing plan', async () => {
    await refused(owner, 'previewPlan', 'request.invalid', { body: { plan: 'platinum' } });
    await refused(owner, 'previewPlan', 'request.invalid', {
      body: { plan: 'starter', keep: Array.from({ length: 101 }, () => bots[0]?.id) },
    });
    await refused(owner, 'keepBots', 'request.invalid', { body: {} });
  });

  it('names what pauses, and that is what then pauses and comes back', async () => {
    const [one, two] = bots as [Bot, Bot];
    const website = apiClient(cloud, undefined, { origin: cloud.addresses.customer });
    const before = await ok(owner, 'previewPlan', { body: { plan: 'starter', keep: [two.id] } });
    expect(before.bots).toMatchObject({ stay: [{ id: two.id }], pause: [{ id: one.id }] });
    await ok(owner, 'keepBots', { body: { keep: [two.id] } });
    await ok(owner, 'keepBots', { body: { keep: [two.id] } });
    await plan('starter');
    const statusOf = async ({ id }: Bot) => (await ok(owner, 'getBot', { path: { botId: id } })).status;
    await waitFor('the bot to pause', async () => (await statusOf(one)) === 'ready' || undefined);
    expect(await statusOf(two)).toBe('active');
    const visit = { path: { widgetId: one.widgetId }, body: {} };
    await refused(website, 'openSession', 'widget.not_found', visit);
    expect(await ok(owner, 'getUsage')).toMatchObject({
      bots: { used: 1, limit: 1 },
      paused: { bots: 1, teamMembers: 1 },
    });
    const error = await refused(owner, 'actOnBot', 'plan.limit_exceeded', {
      path: { botId: one.id },
      body: { action: 'deploy' },
    });
    expect(error.details).toMatchObject({ resource: 'bots', current: 1, limit: 1, plan: 'starter' });
    await plan('professional');
    await waitFor('the bot to come back', async () => (await statusOf(one)) === 'active' || undefined);
    await ok(website, 'openSession', visit);
  });
});
