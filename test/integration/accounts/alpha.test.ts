import { expect, it } from 'vitest';
import { sharedCloud } from '#test/helpers/cloud';
import { newUser } from '#test/helpers/users';
import { ok } from '../responses';

const cloud = sharedCloud();
const days = (until: string | null) => (Date.parse(until ?? '') - Date.now()) / 86_400_000;

it('is joined once with its trial, left, and joined again without another one', async () => {
  const owner = await newUser(cloud);
  const before = await ok(owner, 'getAlpha');
  expect(before).toMatchObject({ membership: 'open', givesTrial: true });
  expect(days(before.trialEndsAt)).toBeLessThan(15);
  expect((await ok(owner, 'getBilling')).earlyAdopter).toBe(false);
  const joined = await ok(owner, 'joinAlpha');
  expect(joined).toMatchObject({ membership: 'joined', givesTrial: false });
  expect(days(joined.trialEndsAt)).toBeGreaterThan(89);
  expect((await ok(owner, 'getBilling')).earlyAdopter).toBe(true);
  expect(await ok(owner, 'joinAlpha')).toEqual(joined);
  const left = { ...joined, membership: 'open' };
  expect(await ok(owner, 'leaveAlpha')).toEqual(left);
  expect(await ok(owner, 'leaveAlpha')).toEqual(left);
  expect(await ok(owner, 'getAlpha')).toEqual(left);
  expect((await ok(owner, 'getBilling')).earlyAdopter).toBe(false);
  expect(await ok(owner, 'joinAlpha')).toEqual(joined);
  expect((await ok(owner, 'getBilling')).earlyAdopter).toBe(true);
});

it('is joined by one of two at once, for their account alone', async () => {
  const [owner, stranger] = [await newUser(cloud), await newUser(cloud)];
  const answers = await Promise.all([1, 2].map(() => owner.send('claimAlphaTrial')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await ok(owner, 'getAlpha')).toMatchObject({ membership: 'joined' });
  await ok(stranger, 'leaveAlpha');
  expect(await ok(stranger, 'getAlpha')).toMatchObject({ membership: 'open', givesTrial: true });
});
