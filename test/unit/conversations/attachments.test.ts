import { GetObjectCommand } from '@aws-sdk/client-s3';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, expect, test } from 'vitest';
import type { AttachmentId } from '#contract/base/ids';
import { WidgetId } from '#contract/base/ids';
import { type BotConfig, botDefaults } from '#contract/bots/bot-config';
import { MAX_ATTACHMENTS } from '#contract/conversations/attachments';
import { BotEntity, replaced } from '#core/bots/entity';
import { acceptMessage } from '#core/conversations/accept-message';
import { AttachmentEntity, attachmentAddress } from '#core/conversations/attachment-entity';
import { eraseAttachment, linkToAttachment, requestUpload } from '#core/conversations/attachments';
import { ConversationEntity } from '#core/conversations/entity';
import { loadConversation, messagesAfter } from '#core/conversations/messages';
import { endConversation } from '#core/conversations/visitors/end-conversation';
import type { Visitor } from '#platform/visitor-token';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { withBuckets } from '../knowledge/setup';
import { clock, recordingSockets, send, startConversation } from './setup';

const buckets = withBuckets();
withLocalTable();
beforeAll(async () => {
  Object.assign(process.env, { UPLOADS_BUCKET: 'uploads' });
});

const FILE = { name: 'cv.pdf', type: 'application/pdf', size: 9 } as const;

async function visit(changes: Partial<BotConfig> = { enableFileUpload: true }): Promise<Visitor> {
  const ref = await startConversation();
  const { accountId, botId } = ref;
  const config = { ...botDefaults('en'), ...changes };
  await BotEntity.build(UpdateItemCommand)
    .item({ accountId, botId, publication: replaced({ number: 1, config }) })
    .send();
  return { ...ref, widgetId: WidgetId.parse('abcdefgh') };
}

const nameOf = (visitor: Visitor, attachmentId: AttachmentId) =>
  `uploads/${attachmentAddress({ ...visitor, attachmentId }).key}`;

function post(visitor: Visitor, attachmentId: AttachmentId, content = '%PDF-1.7\n') {
  const name = nameOf(visitor, attachmentId);
  const kept = buckets.versions.get(name) ?? [];
  buckets.versions.set(name, [
    ...kept,
    { versionId: `v${kept.length + 1}`, body: Buffer.from(content, 'latin1') },
  ]);
}

async function announced(visitor: Visitor): Promise<AttachmentId> {
  return (await requestUpload(clock, visitor, FILE)).attachmentId;
}

test('a conversation takes so many files and no more, also when they are announced at once', async () => {
  const visitor = await visit();
  await ConversationEntity.build(UpdateItemCommand)
    .item({ ...visitor, attachmentCount: MAX_ATTACHMENTS - 2 })
    .send();
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => announced(visitor)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'attachment.too_many' });
});

test('files are announced quicker than people choose them are refused', async () => {
  const visitor = await visit();
  const noon = () => new Date('2030-01-01T12:00:00Z');
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, () => requestUpload(noon, visitor, FILE)),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(2).fill('request.rate_limited'));
});

test('files are taken where the bot takes them or its flow has asked for one, while the conversation goes on', async () => {
  await expectRefusal(announced(await visit({ enableFileUpload: false })), 'attachment.not_allowed');

  const field = {
    key: 'cv',
    label: 'CV',
    type: 'file',
    required: true,
    options: [],
    min: null,
    max: null,
  } as const;
  const place = { x: 0, y: 0 };
  const flow = {
    start: 'a',
    steps: [
      { id: 'a', type: 'question' as const, place, text: 'Your CV?', field: { ...field, options: [] } },
    ],
    edges: [],
  };
  const asked = await visit({ enableFileUpload: false, flow });
  await expectRefusal(announced(asked), 'attachment.not_allowed');
  await ConversationEntity.build(UpdateItemCommand)
    .item({ ...asked, flowState: replaced({ at: 'a', data: {} }) })
    .send();
  await expect(announced(asked)).resolves.toBeDefined();
  await endConversation(clock, asked);
  await expectRefusal(announced(asked), 'conversation.ended');
});

test('of two messages that bring one file at once only one has it', async () => {
  const visitor = await visit();
  const attachment = await announced(visitor);
  post(visitor, attachment);
  const results = await Promise.allSettled(
    ['one', 'two'].map((text) => acceptMessage(clock, visitor, { ...send(text), attachment })),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await messagesAfter(visitor, undefined)).toMatchObject([{ attachment: { name: 'cv.pdf' } }]);
});

test('what was looked at is what is opened, though the form was posted again', async () => {
  const visitor = await visit();
  const attachment = await announced(visitor);
  post(visitor, attachment);
  await acceptMessage(clock, visitor, { ...send('My CV'), attachment });
  post(visitor, attachment, 'MZ a program');
  const { url } = await linkToAttachment(clock, visitor, attachment);
  expect(new URL(url).searchParams.get('versionId')).toBe('v1');
  expect(new URL(url).searchParams.get('response-content-disposition')).toMatch(/^attachment;/);
});

test('a file that no message brought in time can be brought by none, and is erased when its time ends', async () => {
  const visitor = await visit();
  const attachment = await announced(visitor);
  post(visitor, attachment);
  post(visitor, attachment, 'posted again');
  const late = () => new Date(Date.now() + 3 * 60 * 60 * 1_000);
  await expectRefusal(acceptMessage(late, visitor, { ...send('late'), attachment }), 'attachment.not_found');
  const before = { ...visitor, ...FILE, entity: AttachmentEntity.entityName, attachmentId: attachment };
  const gone = { pk: 'p', sk: 's', before, after: null, at: new Date() };
  for (const expired of [true, true, false])
    await dispatchChange(recordingSockets().sockets, { ...gone, expired });
  expect([...buckets.versions.keys()]).toEqual([]);
});

test('a file of another kind is forgotten, and its message is not stored', async () => {
  const visitor = await visit();
  const attachment = await announced(visitor);
  post(visitor, attachment, 'MZ\x90\x00');
  const sent = () => acceptMessage(clock, visitor, { ...send('My CV'), attachment });
  await expectRefusal(sent(), 'attachment.type_mismatch');
  await expectRefusal(sent(), 'attachment.not_found');
  expect((await loadConversation(visitor)).lastSequence).toBe(0);
});

test('a message whose file cannot be read now is not stored, and can be sent again', async () => {
  const visitor = await visit();
  const attachment = await announced(visitor);
  post(visitor, attachment);
  const message = { ...send('My CV'), attachment };
  buckets.s3.on(GetObjectCommand).rejects(Object.assign(new Error('busy'), { name: 'SlowDown' }));
  await expect(acceptMessage(clock, visitor, message)).rejects.toThrow('busy');
  expect((await loadConversation(visitor)).lastSequence).toBe(0);
  buckets.s3.on(GetObjectCommand).resolves({
    Body: { transformToByteArray: async () => Buffer.from('%PDF-1.7') } as never,
    VersionId: 'v1',
  });
  await expect(acceptMessage(clock, visitor, message)).resolves.toMatchObject({
    attachment: { id: attachment },
  });
});

test('erasing what is not there is no error', async () => {
  const visitor = await visit();
  await expect(
    eraseAttachment({ ...visitor, ...FILE, attachmentId: 'none', createdAt: clock().toISOString() }),
  ).resolves.toBeUndefined();
});
