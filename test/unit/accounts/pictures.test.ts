import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { changeLogo, changePicture } from '#core/accounts/pictures';
import { getMe } from '#core/accounts/profiles/me';
import { listTeam } from '#core/accounts/team/list-team';
import type { Actor } from '#platform/actor';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { pngOf } from '../base/pictures/pictures';
import { clock, newOwner } from '../bots/setup';

withLocalTable();
const stored = new Set<string>();
beforeEach(() => {
  stored.clear();
  Object.assign(process.env, { WIDGET_BUCKET: 'widget', APP_ORIGIN: 'https://app.example' });
  vi.spyOn(S3Client.prototype, 'send').mockImplementation(async (command: unknown) => {
    const { input } = command as { input: { Key: string; Body?: Uint8Array } };
    if (input.Body === undefined) stored.delete(input.Key);
    else stored.add(input.Key);
    return {};
  });
});

afterAll(() => vi.restoreAllMocks());

const picture = (side: number) => ({ data: Buffer.from(pngOf(side, side)).toString('base64') });
const userOf = ({ userId, sessionId, signedInAt }: Actor) => ({
  userId,
  sessionId,
  signedInAt,
  accessToken: 'token',
});
const keyOf = (url: string | null) => url?.slice('https://app.example/'.length) ?? '';

test('a person has one picture, which their team sees until they take it away', async () => {
  const owner = await newOwner('starter');
  const first = await changePicture(clock, userOf(owner), picture(40));
  expect([...stored]).toEqual([keyOf(first.avatar_url)]);
  expect(first.avatar_url).toMatch(`https://app.example/w/person/${owner.userId}/`);
  const second = await changePicture(clock, userOf(owner), picture(50));
  expect([...stored]).toEqual([keyOf(second.avatar_url)]);
  // The same once more is the same.
  expect(await changePicture(clock, userOf(owner), picture(50))).toMatchObject({
    avatar_url: second.avatar_url,
  });
  expect([...stored]).toEqual([keyOf(second.avatar_url)]);
  const [shown] = (await listTeam(clock, owner)).items;
  expect(shown?.avatar_url).toBe(second.avatar_url);
  for (let times = 0; times < 2; times += 1)
    expect(await changePicture(clock, userOf(owner), null)).toMatchObject({ avatar_url: null });
  expect(stored.size).toBe(0);
});

test('what is no picture, or a large one, changes nothing', async () => {
  const owner = await newOwner('starter');
  const { avatar_url: before } = await changePicture(clock, userOf(owner), picture(40));
  for (const data of [picture(513).data, Buffer.from('<svg/>').toString('base64')])
    await expectRefusal(changePicture(clock, userOf(owner), { data }), 'avatar.invalid');
  const { profile } = await getMe(clock, userOf(owner));
  expect(profile.avatar_url).toBe(before);
  expect([...stored]).toEqual([keyOf(before)]);
});

test('an account has a logo, in the lists of its members', async () => {
  const owner = await newOwner('starter');
  const { logoUrl } = await changeLogo(clock, owner, picture(40));
  expect((await getMe(clock, userOf(owner))).accounts).toMatchObject([{ logoUrl }]);
  expect([...stored]).toEqual([keyOf(logoUrl)]);
  expect(await changeLogo(clock, owner, null)).toEqual({ logoUrl: null });
  expect(stored.size).toBe(0);
});
