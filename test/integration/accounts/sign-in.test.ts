import { describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { FORMAT_VERSION } from '#core/retrieval/format';
import { LOCAL_STAGE } from '#infra/config/stage';
import { ITEMS_VERSION } from '#platform/items-version';
import { sharedCloud } from '../../helpers/cloud';
import { request } from '../../helpers/request';
import { apiClient, newUser } from '../../helpers/users';

const cloud = sharedCloud();

test('the API answers that it is well, through the edge', async () => {
  const answer = await apiClient(cloud).send('health');
  expect(answer.status).toBe(200);
  expect(answer.json()).toEqual({
    status: 'ok',
    commit: null,
    formats: { segment: FORMAT_VERSION, items: ITEMS_VERSION },
  });
});

describe('a new user', () => {
  test('has a profile and one account of her own, on the starter trial', async () => {
    const user = await newUser(cloud, { name: 'Ada Example' });
    expect(await user.call('getMe')).toMatchObject({
      profile: { id: user.userId, email: user.email, full_name: 'Ada Example', role: 'client' },
      accounts: [{ role: 'owner', plan: 'starter', standing: { state: 'trial' } }],
    });
  });

  test('sees her own bots only', async () => {
    const [ada, eve] = [await newUser(cloud), await newUser(cloud)];
    const bot = await ada.call<Bot>('createBot', { body: { name: 'Shop', language: 'de', deploy: true } });
    expect(await ada.call('listBots')).toMatchObject({ items: [{ id: bot.id, name: 'Shop' }] });
    expect(await eve.call('listBots')).toMatchObject({ items: [] });
    expect((await eve.send('getBot', { path: { botId: bot.id } })).status).toBe(404);
    expect(
      (await eve.send('getBot', { path: { botId: bot.id }, headers: { 'x-parley-account': ada.accountId } }))
        .status,
    ).toBe(403);
  });
});

test.each([
  ['none', undefined],
  ['a forged one', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
])('with a token, %s, nobody gets in', async (_, token) => {
  expect((await apiClient(cloud, token).send('getMe')).status).toBe(401);
});

test('config.json tells the dashboard where to sign in, and who runs the stage', async () => {
  for (const origin of [cloud.addresses.root, cloud.addresses.app]) {
    expect((await request(`${origin}/config.json`)).json()).toMatchObject({
      userPoolId: cloud.userPoolId,
      userPoolClientId: cloud.userPoolClientId,
      userPoolEndpoint: cloud.addresses.aws,
      operator: LOCAL_STAGE.operator,
    });
  }
});
