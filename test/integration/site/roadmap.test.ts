import { beforeAll, describe, expect, test } from 'vitest';
import { FeatureId, isVotable, ROADMAP } from '#contract/site/roadmap';
import { sharedCloud } from '#test/helpers/cloud';
import { type ApiClient, apiClient, newUser, type TestUser } from '#test/helpers/users';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
const anyone = apiClient(cloud);
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  [ada, eve] = await Promise.all([newUser(cloud), newUser(cloud)]);
});

const path = (featureId: string) => ({ path: { featureId } });
const counted = async (featureId: string) => {
  const { items } = await ok(anyone, 'getRoadmap');
  return items.find((item) => item.featureId === featureId)?.votes;
};

test('anyone sees the votes of all that can be voted on, and of nothing else', async () => {
  const { items } = await ok(anyone, 'getRoadmap');
  expect(items.map(({ featureId }) => featureId)).toEqual(FeatureId.options.filter(isVotable));
});

test("a vote counts once, whoever repeats it, and is taken back as the voter's own", async () => {
  const feature = 'crm-integrations';
  const before = (await counted(feature)) ?? 0;
  for (const _ of [1, 2])
    expect(await ok(ada, 'voteForFeature', path(feature))).toEqual({
      featureId: feature,
      votes: before + 1,
      voted: true,
    });
  expect(await ok(eve, 'withdrawVote', path(feature))).toMatchObject({ votes: before + 1, voted: false });
  expect(await ok(eve, 'voteForFeature', path(feature))).toMatchObject({ votes: before + 2 });
  expect(await counted(feature)).toBe(before + 2);
  for (const _ of [1, 2])
    expect(await ok(ada, 'withdrawVote', path(feature))).toEqual({
      featureId: feature,
      votes: before + 1,
      voted: false,
    });
  expect(await counted(feature)).toBe(before + 1);
});

test("many votes at the same time are all counted, and one person's only once", async () => {
  const feature = 'single-sign-on';
  const before = (await counted(feature)) ?? 0;
  const people: ApiClient[] = [ada, eve, await newUser(cloud)];
  await Promise.all([...people, ...people, ...people].map((api) => ok(api, 'voteForFeature', path(feature))));
  expect(await counted(feature)).toBe(before + 3);
  await Promise.all([ada, ada, eve].map((api) => ok(api, 'withdrawVote', path(feature))));
  expect(await counted(feature)).toBe(before + 1);
});

test('everyone sees their own votes only', async () => {
  const [first, second] = await Promise.all([newUser(cloud), newUser(cloud)]);
  await ok(first, 'voteForFeature', path('more-languages'));
  await ok(first, 'voteForFeature', path('crm-integrations'));
  expect(await ok(first, 'listOwnVotes')).toEqual({ featureIds: ['crm-integrations', 'more-languages'] });
  expect(await ok(second, 'listOwnVotes')).toEqual({ featureIds: [] });
});

describe.each(['voteForFeature', 'withdrawVote'] as const)('%s', (name) => {
  test('knows planned and future features only', async () => {
    for (const featureId of FeatureId.options.filter((id) => !isVotable(id)))
      await refused(ada, name, 'roadmap.not_votable', path(featureId));
    expect(Object.values(ROADMAP).some(({ status }) => status === 'inProgress')).toBe(true);
  });

  test.each(['unknown', 'x'.repeat(300), '__proto__', 'constructor'])('knows no feature %s', async (id) => {
    await refused(ada, name, 'roadmap.feature_not_found', path(id));
  });

  test('takes a bounded number from one person in a minute', async () => {
    const person = await newUser(cloud);
    const answers: number[] = [];
    // Twice the limit and one: should a minute begin among them, one of the two has more than its share.
    for (let i = 0; i < 121 && !answers.includes(429); i += 1)
      answers.push((await person.send(name, path('messaging-channels'))).status);
    expect(answers.at(-1)).toBe(429);
    expect(answers.length).toBeGreaterThan(60);
  });
});
