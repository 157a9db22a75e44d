import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareOfNewcomer } from '#contract/accounts/limits';
import { PLANS } from '#contract/accounts/plans';
import type { Bot } from '#contract/bots/bots';
import type { SentMessage, SessionGrant } from '#contract/conversations/widget';
import type { Document } from '#contract/knowledge/documents';
import { LOCAL_STAGE } from '#infra/config/stage';
import { answeringBot } from '#test/helpers/bursts';
import { type OwnCloud, startCloud } from '#test/helpers/cloud';
import { processed, uploadDocument } from '#test/helpers/documents';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { sendTo } from '../queues';
import { ok, refused } from '../responses';
import { operatorTable } from '../table';

const QUESTION = 'Within how many days may I return the bicycle?';
const SHARE = shareOfNewcomer(PLANS.free.limits.modelAnswers);

// A cloud of its own: what is limited or closed here holds for everybody on it.
let cloud: OwnCloud;
let owner: TestUser;
let bot: Bot;
let table: ReturnType<typeof operatorTable>;
beforeAll(async () => {
  cloud = await startCloud({ pages: false });
  table = operatorTable(cloud);
  ({ owner, bot } = await answeringBot(cloud));
  await table.set({ pk: `ACCOUNT#${owner.accountId}`, sk: 'ACCOUNT' }, 'plan', 'free');
});
afterAll(() => cloud?.remove());

test('a visitor is the same whatever headers say of their address, and their token is good for their bot alone', async () => {
  const origin = cloud.addresses.customer;
  const path = { widgetId: bot.widgetId };
  const kinds: unknown[] = [];
  let told = '';
  for (let count = 0; count <= SHARE; count += 1) {
    const forged = `203.0.113.${count}`;
    const headers = { 'x-forwarded-for': forged, 'x-parley-address': forged, 'x-real-ip': forged };
    const { token } = await apiClient(cloud, undefined, { origin }).call<SessionGrant>('openSession', {
      path,
      body: {},
      headers,
    });
    const { answer } = await apiClient(cloud, token, { origin }).call<SentMessage>('sendMessage', {
      path,
      headers,
      body: { id: crypto.randomUUID(), text: QUESTION },
    });
    kinds.push(answer?.kind);
    told = answer?.text ?? '';
  }
  expect(kinds).toEqual([...Array(SHARE).fill('generated'), 'quoted']);
  expect(told).toMatch(/^Many questions have come from your network/);

  // Another address has what is left.
  const from = '127.0.0.9';
  const { token } = await apiClient(cloud, undefined, { origin, from }).call<SessionGrant>('openSession', {
    path,
    body: {},
  });
  const other = apiClient(cloud, token, { origin, from });
  const body = { id: crypto.randomUUID(), text: QUESTION };
  expect((await other.call<SentMessage>('sendMessage', { path, body })).answer?.kind).toBe('generated');
  // Sent again it is the same answer, and not another.
  expect((await other.call<SentMessage>('sendMessage', { path, body })).answer?.kind).toBe('generated');
  const elsewhere = (await answeringBot(cloud)).bot.widgetId;
  await refused(other, 'sendMessage', 'visitor.token_invalid', { path: { widgetId: elsewhere }, body });
});

test('what is uploaded while models are off is embedded when they are on again', async () => {
  const turnModels = (to: 'on' | 'off') =>
    table.put({
      pk: 'MODELS',
      sk: 'SWITCH',
      entity: 'ModelSwitch',
      off: to === 'off',
      changedAt: new Date().toISOString(),
    });
  const read = (document: Document) =>
    ok(owner, 'getDocument', { path: { botId: bot.id, documentId: document.id } });
  // A function goes by what it read for some seconds: a new one reads.
  const forget = () => cloud.cloud.functions.kill('queue-ingest');

  await turnModels('off');
  await forget();
  const file = { fileName: 'bell.md', content: '# Bell\n\nThe bell is made of brass.' };
  const document = await processed(owner, await uploadDocument(owner, bot.id, file));
  expect(document).toMatchObject({ status: 'success', wordsOnly: true });

  await turnModels('on');
  await forget();
  // As the stage's schedule sends it.
  await sendTo(cloud, /IndexJobs/, { kind: 'embed' });
  await waitFor('the document to be embedded', async () =>
    (await read(document)).wordsOnly ? undefined : true,
  );
  expect(await read(document)).toMatchObject({ status: 'success', wordsOnly: false });
});

test('sign-up is closed and opened again by an administrator', async () => {
  const [email = ''] = LOCAL_STAGE.adminEmails;
  const admin = await newUser(cloud, { email });
  const set = async (signUpOpen: boolean) => {
    const { version } = await ok(admin, 'getSettings');
    return ok(admin, 'updateSettings', { body: { version, signUpOpen } });
  };
  await set(false);
  await expect(newUser(cloud)).rejects.toThrow('SIGN_UP_CLOSED');
  await set(true);
  await newUser(cloud);
});
