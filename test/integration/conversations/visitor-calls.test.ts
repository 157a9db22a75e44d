import { createHmac } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import type { DataField } from '#contract/bots/flow';
import { PublicBot } from '#contract/bots/public-bot';
import type { RequestUpload } from '#contract/conversations/attachments';
import { sharedCloud } from '#test/helpers/cloud';
import { postForm } from '#test/helpers/documents';
import { request } from '#test/helpers/request';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { openVisitor, type TestVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
const place = { x: 0, y: 0 };
const field = (key: string, type: DataField['type']): DataField => ({
  key,
  label: `Your ${key}`,
  type,
  required: true,
  options: [],
  min: null,
  max: null,
});
const FLOW = {
  start: 'hi',
  steps: [
    { id: 'hi', type: 'message', place, text: 'Welcome to the shop.', answers: false },
    { id: 'who', type: 'question', place, text: 'What is your name?', field: field('name', 'text') },
    { id: 'mail', type: 'question', place, text: 'Your e-mail, {name}?', field: field('email', 'email') },
  ],
  edges: [
    { from: 'hi', to: 'who', branch: 'next' },
    { from: 'who', to: 'mail', branch: 'next' },
  ],
};
const PDF = Buffer.from('%PDF-1.7\nA receipt');

let owner: TestUser;
let guided: Bot;
let plain: Bot;
beforeAll(async () => {
  owner = await newUser(cloud);
  guided = await ok(owner, 'createBot', {
    body: { name: 'Guide', deploy: true, flow: FLOW, companyName: 'Bolt & Sons', enableFileUpload: true },
  });
  plain = await ok(await newUser(cloud), 'createBot', { body: { name: 'Plain', deploy: true } });
});

const at = (ids: object = {}) => ({
  path: { widgetId: guided.widgetId, ...ids },
});

async function upload(visitor: TestVisitor, content: Uint8Array, own: Partial<RequestUpload> = {}) {
  const { attachmentId, upload: form } = await ok(visitor.api, 'requestUpload', {
    ...at(),
    body: { name: 'receipt.pdf', type: 'application/pdf', size: content.length, ...own },
  });
  const answer = await postForm(form, { fileName: 'receipt.pdf', content });
  return { attachmentId, status: answer.status };
}

const message = (text: string, more: object = {}) => ({ id: crypto.randomUUID(), text, ...more });

test('the opening of a flow is public, begins the conversation, and what it collects is kept', async () => {
  const config = await waitFor('the published configuration', async () => {
    const answer = await request(`${cloud.addresses.root}/w/${guided.widgetId}.json`);
    return answer.status === 200 ? PublicBot.parse(answer.json()) : undefined;
  });
  expect(config.opening).toMatchObject({
    text: 'Welcome to the shop.\n\nWhat is your name?',
    prompt: { type: 'field', field: { key: 'name' } },
  });
  expect(JSON.stringify(config)).not.toContain('Your e-mail');

  const visitor = await openVisitor(cloud, guided.widgetId);
  expect(visitor.grant.messages).toMatchObject([{ kind: 'guided', ...config.opening }]);
  const { message: second, kind } = await visitor.ask('Ada <b>Lovelace</b>');
  expect({ kind, text: second.text }).toEqual({ kind: 'guided', text: 'Your e-mail, Ada <b>Lovelace</b>?' });
  await visitor.ask('ada@example.com');
  const { conversationId } = visitor.grant;
  expect(await ok(owner, 'getConversation', { path: { conversationId } })).toMatchObject({
    visitorName: 'Ada <b>Lovelace</b>',
    visitor: { email: 'ada@example.com' },
    providedContact: true,
    collected: [
      { key: 'name', label: 'Your name', value: 'Ada <b>Lovelace</b>' },
      { key: 'email', value: 'ada@example.com' },
    ],
  });
  await visitor.close();
});

test("an editor's trial runs the draft's flow", async () => {
  const draft = await ok(owner, 'getBot', { path: { botId: guided.id } });
  const flow = { start: 'x', steps: [{ ...FLOW.steps[0], id: 'x', text: 'A draft.' }], edges: [] };
  await ok(owner, 'updateBot', { path: { botId: guided.id }, body: { version: draft.version, flow } });
  const trial = await ok(owner, 'openTestSession', { path: { botId: guided.id }, body: {} });
  expect(trial.messages.map(({ text }) => text)).toEqual(['A draft.']);
  const visitor = await openVisitor(cloud, guided.widgetId);
  expect(visitor.grant.messages[0]?.text).toContain('Welcome');
  await visitor.close();
});

test('a file is posted by an exact form, kept by the message that names it, and only ever saved', async () => {
  const visitor = await openVisitor(cloud, guided.widgetId);
  const other = await openVisitor(cloud, guided.widgetId);
  const { attachmentId, status } = await upload(visitor, PDF);
  expect(status).toBeLessThan(300);
  // Not before a message brings it.
  await refused(visitor.api, 'openAttachment', 'attachment.not_found', at({ attachmentId }));

  const body = message('receipt.pdf', { attachment: attachmentId });
  const sent = await ok(visitor.api, 'sendMessage', { ...at(), body });
  expect(sent.message.attachment).toEqual({
    id: attachmentId,
    name: 'receipt.pdf',
    size: PDF.length,
    type: 'application/pdf',
  });
  // Sent again it is the same message; in another one the file is not there.
  expect((await ok(visitor.api, 'sendMessage', { ...at(), body })).message.id).toBe(sent.message.id);
  await refused(visitor.api, 'sendMessage', 'attachment.not_found', {
    ...at(),
    body: message('again', { attachment: attachmentId }),
  });

  const link = await ok(visitor.api, 'openAttachment', at({ attachmentId }));
  const saved = await request(link.url);
  expect(saved.body.equals(PDF)).toBe(true);
  expect(saved.headers['content-disposition']).toMatch(/^attachment; filename="receipt\.pdf"/);
  const { conversationId } = visitor.grant;
  const agents = await ok(owner, 'openConversationAttachment', { path: { conversationId, attachmentId } });
  expect((await request(agents.url)).body.equals(PDF)).toBe(true);

  await refused(other.api, 'openAttachment', 'attachment.not_found', at({ attachmentId }));
  await refused(other.api, 'sendMessage', 'attachment.not_found', {
    ...at(),
    body: message('mine?', { attachment: attachmentId }),
  });
  const stranger = await newUser(cloud);
  await refused(stranger, 'openConversationAttachment', 'conversation.not_found', {
    path: { conversationId, attachmentId },
  });
  for (const wrong of [
    { name: '', type: 'application/pdf', size: 5 },
    { name: 'a.exe', type: 'application/x-msdownload', size: 5 },
    { name: 'a.pdf', type: 'application/pdf', size: 10_000_001 },
  ])
    await refused(visitor.api, 'requestUpload', 'request.invalid', { ...at(), body: wrong });
  await Promise.all([visitor.close(), other.close()]);
});

test('thumbs are for answers, and are taken back; stars are for the conversation, also when it has ended', async () => {
  const visitor = await openVisitor(cloud, plain.widgetId);
  const other = await openVisitor(cloud, plain.widgetId);
  const path = { widgetId: plain.widgetId };
  const { message: answer, inReplyTo } = await visitor.ask('What is the capital of France?');
  const rate = (messageId: string) => ({ path: { ...path, messageId } });
  const down = { thumb: 'down', comment: 'Not what I asked' };
  expect(await ok(visitor.api, 'rateAnswer', { ...rate(answer.id), body: down })).toMatchObject({
    id: answer.id,
    thumb: 'down',
  });
  expect(await ok(visitor.api, 'rateAnswer', { ...rate(answer.id), body: { thumb: null } })).toMatchObject({
    thumb: null,
  });
  await refused(visitor.api, 'rateAnswer', 'request.invalid', { ...rate(inReplyTo), body: down });
  await refused(visitor.api, 'rateAnswer', 'request.invalid', { ...rate(answer.id), body: { thumb: 'up!' } });
  await refused(other.api, 'rateAnswer', 'conversation.not_found', { ...rate(answer.id), body: down });

  expect(await ok(visitor.api, 'endConversation', { path })).toMatchObject({ status: 'ended' });
  expect(await ok(visitor.api, 'endConversation', { path })).toMatchObject({ status: 'ended' });
  await visitor.event('conversation.state', ({ state }) => state.status === 'ended');
  await refused(visitor.api, 'sendMessage', 'conversation.ended', { path, body: message('One more') });

  await refused(visitor.api, 'rateConversation', 'request.invalid', { path, body: { stars: 6 } });
  await ok(visitor.api, 'rateConversation', { path, body: { stars: 2, comment: 'Slow' } });
  expect(await ok(visitor.api, 'rateConversation', { path, body: { stars: 5, comment: '' } })).toMatchObject({
    status: 'ended',
    stars: 5,
  });
  // A conversation that has ended is not taken up again.
  const again = await openVisitor(cloud, plain.widgetId, { token: visitor.grant.token });
  expect(again.grant.conversationId).not.toBe(visitor.grant.conversationId);
  await Promise.all([visitor.close(), other.close(), again.close()]);
});

test('a visitor reads what is stored of their conversation, and erases it for good', async () => {
  const visitor = await openVisitor(cloud, plain.widgetId);
  const other = await openVisitor(cloud, plain.widgetId);
  const path = { widgetId: plain.widgetId };
  await visitor.ask('What is the capital of France?');
  await other.ask('What is the capital of Spain?');
  const { conversationId } = visitor.grant;
  expect(await ok(visitor.api, 'showOwnConversation', { path })).toMatchObject({ conversationId });
  await ok(visitor.api, 'eraseOwnConversation', { path });
  await ok(visitor.api, 'eraseOwnConversation', { path });
  await refused(visitor.api, 'showOwnConversation', 'conversation.not_found', { path });
  await refused(visitor.api, 'sendMessage', 'conversation.not_found', {
    path,
    body: message('Still there?'),
  });
  await refused(owner, 'getConversation', 'conversation.not_found', { path: { conversationId } });
  expect((await ok(other.api, 'listMessages', { path })).items).toHaveLength(2);
});

test('a vouched-for visitor is given their conversations on another device, and nobody else is', async () => {
  const { secret } = await ok(owner, 'revealIdentitySecret', { path: { botId: guided.id } });
  const signed = (userId: string) => ({
    userId,
    hash: createHmac('sha256', secret).update(userId).digest('hex'),
  });
  const [ada, ben] = [signed(`ada-${crypto.randomUUID()}`), signed(`ben-${crypto.randomUUID()}`)];
  const phone = await openVisitor(cloud, guided.widgetId);
  await ok(phone.api, 'describeVisitor', { ...at(), body: { identity: ada } });
  const history = async (identity: object, widgetId: string = guided.widgetId) =>
    (
      await ok(apiClient(cloud, undefined, { origin: cloud.addresses.customer }), 'listVisitorHistory', {
        path: { widgetId },
        body: { identity },
      })
    ).items;
  // What was opened without a word is no conversation.
  expect(await history(ada)).toEqual([]);
  await phone.ask('Hello from my phone');
  const [known] = await waitFor('the conversation', async () => {
    const items = await history(ada);
    return items.length > 0 ? items : undefined;
  });
  expect(known).toMatchObject({ conversationId: phone.grant.conversationId, open: true });
  expect(known?.excerpt).toBe('Hello from my phone');

  const laptop = await openVisitor(cloud, guided.widgetId, { token: known?.token ?? '' });
  expect(laptop.grant.conversationId).toBe(phone.grant.conversationId);
  expect(laptop.grant.messages.map(({ text }) => text)).toContain('Hello from my phone');

  expect(await history(ben)).toEqual([]);
  expect(await history({ userId: ada.userId, hash: ben.hash })).toEqual([]);
  // Another bot has another secret.
  expect(await history(ada, plain.widgetId)).toEqual([]);
  await refused(
    apiClient(cloud, undefined, { origin: cloud.addresses.customer }),
    'listVisitorHistory',
    'request.invalid',
    { path: { widgetId: guided.widgetId }, body: { identity: { userId: 'ada', hash: 'x' } } },
  );
  await ok(laptop.api, 'eraseOwnConversation', { ...at() });
  expect(await history(ada)).toEqual([]);
  await Promise.all([phone.close(), laptop.close()]);
});
