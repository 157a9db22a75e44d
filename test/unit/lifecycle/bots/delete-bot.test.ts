import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BotId, DocumentId } from '#contract/base/ids';
import type { Bot } from '#contract/bots/bots';
import { AccountEntity } from '#core/accounts/entity';
import { findWidgetBot, getBot, listBots } from '#core/bots/bots';
import { createBot } from '#core/bots/create-bot';
import { revealIdentitySecret } from '#core/bots/identity';
import { acceptMessage } from '#core/conversations/accept-message';
import { attachmentAddress } from '#core/conversations/attachment-entity';
import { requestUpload } from '#core/conversations/attachments';
import { openSession } from '#core/conversations/open-session';
import { openTestSession } from '#core/conversations/open-test-session';
import { dayKey } from '#core/insight/analytics/entity';
import { testWebhook } from '#core/insight/webhooks/deliveries';
import { createWebhook } from '#core/insight/webhooks/webhooks';
import { DocumentEntity } from '#core/knowledge/documents/entity';
import { registerDocument } from '#core/knowledge/documents/register-document';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { actOnBot } from '#core/lifecycle/bots/act-on-bot';
import { deleteBot, listDeletedBots, restoreBot } from '#core/lifecycle/bots/delete-bot';
import { duplicateBot } from '#core/lifecycle/bots/duplicate-bot';
import { queueSweep } from '#core/lifecycle/bots/follow-bot';
import { type BotJob, runBotJob } from '#core/lifecycle/bots/jobs';
import type { Actor } from '#platform/actor';
import { documentClient } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { verifyVisitorToken } from '#platform/visitor-token';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { bot, clock, newOwner } from '../../bots/setup';
import { send } from '../../conversations/setup';
import { delivery, ingestDeps, withBuckets } from '../../knowledge/setup';

const buckets = withBuckets();
const sessions = { clock, socketUrl: 'wss://app.example/socket', appOrigin: 'https://app.example' };
const from = { site: null, address: '192.0.2.1' };
const later = () => new Date(Date.now() + 8 * 24 * 60 * 60 * 1_000);

withLocalTable();
beforeAll(async () => {
  Object.assign(process.env, {
    WIDGET_BUCKET: 'widget',
    APP_ORIGIN: 'https://app.example',
    BOT_JOBS_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/000000000000/jobs',
  });
});

const remove = (owner: Actor, { id, name }: Pick<Bot, 'id' | 'name'>) =>
  deleteBot(clock, owner, id, { name });
const plenty = { remainingTime: () => 60_000 };
const account = (owner: Actor) => readItem(AccountEntity, { accountId: owner.accountId });

async function upload(owner: Actor, botId: BotId, content: string) {
  const { document } = await registerDocument(clock, owner, botId, {
    fileName: 'terms.md',
    size: content.length,
    description: '',
  });
  const job = buckets.upload({ accountId: owner.accountId, botId, documentId: document.id }, content);
  await ingestDocument(ingestDeps(), job, delivery());
  return document.id;
}

describe('deleting a bot', () => {
  test('takes its name typed, and takes it from everybody at once', async () => {
    const owner = await newOwner('starter');
    const created = await createBot(clock, owner, bot('Helper', { deploy: true }));
    await expect(remove(owner, { id: created.id, name: 'helper' })).rejects.toMatchObject({
      code: 'request.invalid',
      fields: { name: expect.any(String) },
    });
    const deleted = await remove(owner, created);
    expect(Date.parse(deleted.purgeAt) - Date.parse(deleted.deletedAt)).toBe(7 * 24 * 60 * 60 * 1_000);
    for (const call of [getBot(owner, created.id), remove(owner, created)])
      await expectRefusal(call, 'bot.not_found');
    await expectRefusal(findWidgetBot(created.widgetId), 'widget.not_found');
    expect(buckets.versions.has(`widget/w/${created.widgetId}.json`)).toBe(false);
    expect((await listBots(owner, { limit: 10 })).items).toEqual([]);
    expect(await listDeletedBots(clock, owner)).toEqual({ items: [deleted] });
    expect(await listDeletedBots(later, owner)).toEqual({ items: [] });
  });

  test('frees its place in the plan, but not its name', async () => {
    const owner = await newOwner('starter');
    await remove(owner, await createBot(clock, owner, bot('Helper')));
    await expect(createBot(clock, owner, bot('HELPER'))).rejects.toMatchObject({
      code: 'bot.name_taken',
      details: { deleted: true },
      message: expect.stringContaining('restore'),
    });
    await expect(createBot(clock, owner, bot('Other'))).resolves.toMatchObject({ name: 'Other' });
  });

  test('at the same time twice frees one place', async () => {
    const owner = await newOwner('professional');
    const created = await createBot(clock, owner, bot('Helper'));
    const both = await Promise.allSettled([remove(owner, created), remove(owner, created)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await account(owner)).toMatchObject({ botCount: 0 });
  });
});

describe('bringing a bot back', () => {
  test('has it as it was, live if it was', async () => {
    const owner = await newOwner('starter');
    const created = await createBot(clock, owner, bot('Helper', { deploy: true }));
    await remove(owner, created);
    expect(await restoreBot(clock, owner, created.id)).toEqual(created);
    expect((await findWidgetBot(created.widgetId)).botId).toBe(created.id);
    expect(buckets.versions.has(`widget/w/${created.widgetId}.json`)).toBe(true);
    expect(await listDeletedBots(clock, owner)).toEqual({ items: [] });
    await expectRefusal(restoreBot(clock, owner, created.id), 'bot.not_deleted');
    await actOnBot(clock, owner, created.id, { action: 'publish' });
  });

  test('needs a place in the plan, and its time', async () => {
    const [owner, stranger] = [await newOwner('starter'), await newOwner('starter')];
    const created = await createBot(clock, owner, bot('Helper', { deploy: true }));
    await remove(owner, created);
    await expectRefusal(restoreBot(clock, stranger, created.id), 'bot.not_found');
    await expectRefusal(restoreBot(later, owner, created.id), 'bot.not_deleted');
    await createBot(clock, owner, bot('Other', { deploy: true }));
    await expect(restoreBot(clock, owner, created.id)).rejects.toMatchObject({
      code: 'plan.limit_exceeded',
      details: { resource: 'bots', current: 1, limit: 1 },
    });
    expect((await listDeletedBots(clock, owner)).items).toHaveLength(1);
    expect(await restoreBot(clock, owner, created.id, { asDraft: true })).toMatchObject({
      status: 'draft',
      publishedVersion: null,
    });
  });
});

describe('erasing a bot', () => {
  async function deletedBot() {
    const owner = await newOwner('starter');
    const created = await createBot(clock, owner, bot('Helper', { deploy: true, enableFileUpload: true }));
    await upload(owner, created.id, 'A tent can be returned within forty days.');
    for (let count = 0; count < 3; count += 1) {
      const { token } = await openSession(sessions, created.widgetId, {}, from);
      const visitor = await verifyVisitorToken(clock, token);
      await acceptMessage(clock, visitor, send('Hi'));
      const { attachmentId } = await requestUpload(clock, visitor, {
        name: 'a.pdf',
        type: 'application/pdf',
        size: 5,
      });
      const { key } = attachmentAddress({ ...visitor, attachmentId });
      buckets.versions.set(`uploads/${key}`, [{ versionId: '1', body: Buffer.from('%PDF-') }]);
    }
    // Without a word, so that no list has it.
    await openSession(sessions, created.widgetId, {}, from);
    await revealIdentitySecret(clock, owner, created.id);
    const webhooks = { clock, guard: { privateHosts: [], resolve: async () => [] } };
    const { webhook } = await createWebhook(webhooks, owner, created.id, {
      url: 'https://example.com/hook',
      events: ['conversation.started'],
    });
    await testWebhook(webhooks, owner, { botId: created.id, webhookId: webhook.id });
    const trial = await openTestSession(sessions, owner, created.id, {});
    await acceptMessage(clock, await verifyVisitorToken(clock, trial.token), send('Hi'));
    await remove(owner, created);
    const job: BotJob = { kind: 'purge', accountId: owner.accountId, botId: created.id };
    return { owner, created, job };
  }
  /** Keys of items that name the bot, and of files in its folders. */
  async function traces({ id, widgetId }: Bot) {
    const { Items = [] } = await documentClient.send(new ScanCommand({ TableName: 'parley-test' }));
    // A ticket is good for a minute.
    // And that there was a bot, by its id, is what its figures stay by.
    // What follows the stream takes the promises away (lost-erasure.test.ts).
    const shortLived = ['RateCounter', 'SocketTicket', 'FormerBot', 'Erasure'];
    const items = Items.filter(
      ({ entity, ...item }) => !shortLived.includes(entity) && JSON.stringify(item).includes(id),
    );
    const widgets = Items.filter(({ pk }) => pk === `WIDGET#${widgetId}`);
    const files = buckets.visible().filter((key) => key.includes(id) || key.includes(widgetId));
    return [...items, ...widgets].map(({ pk, sk }) => `${pk} ${sk}`).concat(files);
  }

  test('leaves nothing of it, and frees its name and its documents', async () => {
    const { owner, created, job } = await deletedBot();
    // They were freed with the bot.
    expect(await account(owner)).toMatchObject({ documentCount: 0, botCount: 0 });
    await runBotJob(later, job, plenty);
    // Sockets' tickets end by themselves within minutes, and name no bot but a conversation.
    expect(await traces(created)).toEqual([]);
    expect(await account(owner)).toMatchObject({ documentCount: 0, botCount: 0 });
    await expect(createBot(clock, owner, bot('Helper'))).resolves.toMatchObject({ name: 'Helper' });
    // Delivered again it changes nothing.
    await runBotJob(later, job, plenty);
    expect(await account(owner)).toMatchObject({ documentCount: 0, botCount: 1 });
  });

  test('is followed by an erasing of what came of it late, but for figures', async () => {
    const { owner, created, job } = await deletedBot();
    await runBotJob(later, job, plenty);
    const { pk, sk } = dayKey({ accountId: owner.accountId, botId: created.id }, 'DAY', '2026-01-01');
    await documentClient.send(new PutCommand({ TableName: 'parley-test', Item: { pk, sk, '=visits': 1 } }));
    buckets.queued.length = 0;
    await queueSweep({
      type: 'bot.purged',
      id: 'purged',
      at: later(),
      accountId: owner.accountId,
      botId: created.id,
    });
    expect(buckets.queued).toHaveLength(2);
    await runBotJob(later, { ...job, kind: 'sweep' } as BotJob, plenty);
    // Figures name nobody, and stay as long as the account.
    expect(await traces(created)).toEqual([`${pk} ${sk}`]);
  });

  test('waits for its time, and spares what was brought back', async () => {
    const { owner, created, job } = await deletedBot();
    await runBotJob(clock, job, plenty);
    expect(await restoreBot(clock, owner, created.id)).toMatchObject({ documentCount: 1, status: 'active' });
    await runBotJob(later, job, plenty);
    expect(await getBot(owner, created.id)).toMatchObject({ documentCount: 1 });
  });

  test('goes on where it was stopped, and once begun there is no way back', async () => {
    const { owner, created, job } = await deletedBot();
    let steps = 0;
    for (; (await traces(created)).some((key) => key.includes('DELETED_BOT')); steps += 1) {
      expect(steps).toBeLessThan(60);
      buckets.queued.length = 0;
      // Time for a few steps, then for none.
      let left = 20;
      await runBotJob(later, job, { remainingTime: () => (left-- > 0 ? 60_000 : 1_000) });
      if (buckets.queued.length > 0) expect(buckets.queued).toMatchObject([{ body: job }]);
      await expect(restoreBot(clock, owner, created.id)).rejects.toMatchObject({
        code: expect.stringMatching(/^bot\.not_(deleted|found)$/),
      });
    }
    expect(steps).toBeGreaterThan(1);
    expect(await traces(created)).toEqual([]);
  });
});

describe('duplicating a bot', () => {
  test('makes a draft with the configuration, a name of its own and no documents', async () => {
    const owner = await newOwner('professional');
    const source = await createBot(clock, owner, bot('Helper', { deploy: true, companyName: 'Tents' }));
    await upload(owner, source.id, 'A tent can be returned within forty days.');
    const copy = await duplicateBot(clock, owner, source.id, {
      name: 'Copy',
      withKnowledge: false,
      takesAddress: false,
    });
    expect(copy).toMatchObject({
      name: 'Copy',
      status: 'draft',
      companyName: 'Tents',
      publishedVersion: null,
    });
    expect(copy.widgetId).not.toBe(source.widgetId);
    await expectRefusal(
      duplicateBot(clock, owner, source.id, { name: 'copy', withKnowledge: false, takesAddress: false }),
      'bot.name_taken',
    );
  });

  test('has a picture of its own, which stays when the first is erased', async () => {
    const owner = await newOwner('professional');
    const source = await createBot(clock, owner, bot('Helper'));
    const key = `w/${source.widgetId}/avatar-a.png`;
    buckets.versions.set(`widget/${key}`, [{ versionId: 'null', body: Buffer.from('x') }]);
    await duplicateBot(clock, owner, source.id, {
      name: 'No picture',
      withKnowledge: false,
      takesAddress: false,
    });
    const config = { avatarUrl: `https://app.example/${key}`, companyName: 'Tents' };
    const pictured = await createBot(clock, owner, bot('Pictured', config));
    expect(
      await duplicateBot(clock, owner, pictured.id, {
        name: 'Of another',
        withKnowledge: false,
        takesAddress: false,
      }),
    ).toMatchObject({ avatarUrl: config.avatarUrl });
  });

  test('copies the documents that answer, once however often it is done, and has them read', async () => {
    const owner = await newOwner('professional');
    const source = await createBot(clock, owner, bot('Helper'));
    const documentId = await upload(owner, source.id, 'A tent can be returned within forty days.');
    const copy = await duplicateBot(clock, owner, source.id, {
      name: 'Copy',
      withKnowledge: true,
      takesAddress: false,
    });
    const job: BotJob = {
      kind: 'copy_knowledge',
      accountId: owner.accountId,
      botId: copy.id,
      from: source.id,
    };
    await runBotJob(clock, job, plenty);
    await runBotJob(clock, job, plenty);
    const key = { accountId: owner.accountId, botId: copy.id, documentId };
    const copied = await readItem(DocumentEntity, key);
    expect(copied).toMatchObject({ status: 'pending', title: 'terms' });
    expect(await account(owner)).toMatchObject({ documentCount: 2 });
    const [version] =
      buckets.versions.get(`uploads/uploads/${owner.accountId}/${copy.id}/${documentId}`) ?? [];
    await ingestDocument(
      ingestDeps(),
      {
        ...key,
        botId: copy.id,
        documentId: DocumentId.parse(documentId),
        versionId: version?.versionId ?? '',
      },
      delivery(),
    );
    expect(await getBot(owner, copy.id)).toMatchObject({ documentCount: 1 });
    expect(await getBot(owner, source.id)).toMatchObject({ documentCount: 1 });
  });

  test('is refused where the plan has no room for the documents, and says so where it has none any more', async () => {
    const owner = await newOwner('professional');
    const source = await createBot(clock, owner, bot('Helper'));
    await upload(owner, source.id, 'A tent can be returned within forty days.');
    const copy = await duplicateBot(clock, owner, source.id, {
      name: 'Copy',
      withKnowledge: true,
      takesAddress: false,
    });
    await AccountEntity.build(UpdateItemCommand)
      .item({ accountId: owner.accountId, documentCount: 100 })
      .send();
    await expect(
      duplicateBot(clock, owner, source.id, { name: 'Other', withKnowledge: true, takesAddress: false }),
    ).rejects.toMatchObject({ code: 'plan.limit_exceeded', details: { resource: 'documents' } });
    await runBotJob(
      clock,
      { kind: 'copy_knowledge', accountId: owner.accountId, botId: copy.id, from: source.id },
      plenty,
    );
    const { Items = [] } = await documentClient.send(new ScanCommand({ TableName: 'parley-test' }));
    expect(Items.filter(({ entity, botId }) => entity === 'Document' && botId === copy.id)).toMatchObject([
      { status: 'failed', failureReason: 'plan_full' },
    ]);
  });
});
