import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { GetItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import { beforeAll, expect, test } from 'vitest';
import { MessageId } from '#contract/base/ids';
import { AccountEntity, ProfileEntity } from '#core/accounts/entity';
import { acceptMessage } from '#core/conversations/accept-message';
import { AttachmentEntity, attachmentAddress } from '#core/conversations/attachment-entity';
import { ConversationEntity, type StoredMessage } from '#core/conversations/entity';
import { ErasureEntity } from '#core/conversations/erasures';
import { deleteConversation, restoreConversation } from '#core/conversations/inbox/delete-conversation';
import { findConversation, loadConversation } from '#core/conversations/messages';
import { RatingEntity } from '#core/insight/analytics/entity';
import { purgePerson } from '#core/lifecycle/accounts/purge-person';
import { eraseOwnConversation } from '#core/lifecycle/bots/erase-conversation';
import { BotJob, runBotJob } from '#core/lifecycle/bots/jobs';
import { listSubscription, listUser } from '#core/operator/admin/directory';
import { reconcileAccount } from '#core/operator/reconcile/reconcile-account';
import { documentClient } from '#platform/table';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { newOwner } from '../../bots/setup';
import { newScene, type Scene, visitorOf } from '../../conversations/inbox/setup';
import { recordingSockets, send } from '../../conversations/setup';
import { withBuckets } from '../../knowledge/setup';
import { tableChange } from '../../operator/dispatch/follow';

/* Nothing here follows an erasure: each change of the table that tells of one is lost. */

const buckets = withBuckets();
withLocalTable();
beforeAll(() => {
  Object.assign(process.env, { COUNT_EVERY_SECONDS: '60', WIDGET_BUCKET: 'widget' });
  for (const name of ['BOT_JOBS', 'ACCOUNT_JOBS', 'INBOX_JOBS', 'WEBHOOKS', 'ANALYTICS'])
    process.env[`${name}_QUEUE_URL`] = name;
});

const DAY = 86_400_000;
const clock = () => new Date();
const later = (days: number) => () => new Date(Date.now() + days * DAY);
const { sockets } = recordingSockets();

/** A conversation of which something is left in each place, as the stream's readers leave it. */
async function told(): Promise<Scene> {
  const scene = await newScene();
  const { accountId, botId, conversationId } = scene;
  await acceptMessage(clock, scene, send('Do you repair accordions?'));
  const answer: StoredMessage = {
    accountId,
    conversationId,
    messageId: `${conversationId}-2`,
    author: 'bot',
    text: 'Nobody knows.',
    kind: 'abstained',
    createdAt: clock().toISOString(),
    inReplyTo: MessageId.parse(`${conversationId}-1`),
    unanswered: 'Do you repair accordions?',
  };
  await ConversationEntity.build(PutItemCommand)
    .item({ ...(await loadConversation(scene)), unanswered: 1, visitorName: 'Ada' })
    .send();
  const after = { ...(await loadConversation(scene)), entity: 'Conversation' };
  await dispatchChange(sockets, tableChange({ after }));
  await dispatchChange(sockets, tableChange({ after: { ...answer, entity: 'Message' } }));
  const { startedAt } = await loadConversation(scene);
  await RatingEntity.build(PutItemCommand)
    .item({ accountId, conversationId, startedAt, botId, day: '2030-01-01', stars: 5 })
    .send();
  const attachment = {
    accountId,
    botId,
    conversationId,
    attachmentId: 'a',
    name: 'cv.pdf',
    size: 1,
    type: 'application/pdf',
    createdAt: startedAt,
    messageId: `${conversationId}-1`,
  } as const;
  await AttachmentEntity.build(PutItemCommand).item(attachment).send();
  buckets.versions.set(`uploads/${attachmentAddress(attachment).key}`, [
    { versionId: 'v', body: Buffer.from('x') },
  ]);
  return scene;
}

/** Every item and file that names a conversation or holds its words, but for the id of a question, which ends in days. */
async function leftOf({ conversationId, accountId }: Scene): Promise<readonly string[]> {
  const { Items = [] } = await documentClient.send(new ScanCommand({ TableName: process.env.TABLE_NAME }));
  return [
    ...Items.filter(
      (item) =>
        item.entity !== 'CountedQuestion' &&
        (JSON.stringify(item).includes(conversationId) ||
          (item.accountId === accountId && JSON.stringify(item).includes('accordions'))),
    ).map(({ entity }) => String(entity)),
    ...[...buckets.versions.keys()].filter((name) => name.includes(conversationId)),
  ];
}

const noPayments = async () => {
  throw new Error('There is no subscription to read.');
};

/** The daily comparison of the scene's account, and what it queues. */
async function reconciled({ accountId }: Scene, at: () => Date) {
  buckets.queued.length = 0;
  const { Item: account } = await AccountEntity.build(GetItemCommand).key({ accountId }).send();
  if (!account) throw new Error('The account is gone.');
  const { found } = await reconcileAccount({ clock: at, payments: noPayments, run: '2030-01-01' }, account);
  for (const { body } of [...buckets.queued])
    await runBotJob(at, BotJob.parse(body), { remainingTime: () => 100_000 });
  return found.erasuresFinished;
}

test('something of a conversation is left in every place before it is erased', async () => {
  const left = await leftOf(await told());
  for (const place of ['Conversation', 'Message', 'Rating', 'Unanswered', 'ConversationWords', 'Attachment'])
    expect(left).toContain(place);
  expect(left.filter((name) => name.startsWith('uploads/'))).toHaveLength(1);
});

test('a deletion of the team that nothing followed is finished by the next comparison', async () => {
  const scene = await told();
  await deleteConversation(clock, scene.agent, scene.conversationId);
  expect(await leftOf(scene)).toContain('Erasure');
  // Nobody waits for the files' own comparison, which takes them for lost items' when they are many.
  expect(await reconciled(scene, later(3))).toBe(1);
  expect(await leftOf(scene)).toEqual([]);
  expect(await reconciled(scene, later(4))).toBeUndefined();
});

test('so is what is left when a visitor has erased their conversation', async () => {
  const scene = await told();
  await eraseOwnConversation(visitorOf(scene), () => true);
  const left = await leftOf(scene);
  for (const place of ['Rating', 'Unanswered', 'ConversationWords', 'Erasure']) expect(left).toContain(place);
  expect(await reconciled(scene, later(3))).toBe(1);
  expect(await leftOf(scene)).toEqual([]);
});

test('files of what is being erased are no strays, however many', async () => {
  const scene = await told();
  await eraseOwnConversation(visitorOf(scene), () => true);
  const { accountId, botId, conversationId } = scene;
  for (let file = 0; file < 101; file += 1)
    buckets.versions.set(`uploads/attachments/${accountId}/${botId}/${conversationId}/${file}`, [
      { versionId: 'v', body: Buffer.from('x') },
    ]);
  const { Item: account } = await AccountEntity.build(GetItemCommand).key({ accountId }).send();
  if (!account) throw new Error('The account is gone.');
  const deps = { clock: later(3), payments: noPayments, run: '2030-01-01' };
  const { found } = await reconcileAccount(deps, account);
  expect(found).not.toHaveProperty('filesUnknown');
  expect(await reconciled(scene, later(3))).toBe(1);
  expect(await leftOf(scene)).toEqual([]);
});

test('so is an erasure that was stopped in the middle', async () => {
  const scene = await told();
  let steps = 1;
  await expect(eraseOwnConversation(visitorOf(scene), () => steps-- > 0)).rejects.toThrow('no time');
  expect(await leftOf(scene)).toContain('Conversation');
  await reconciled(scene, later(3));
  expect(await leftOf(scene)).toEqual([]);
});

test('what is followed needs no comparison', async () => {
  const scene = await told();
  const before = { ...(await loadConversation(scene)), entity: 'Conversation' };
  await eraseOwnConversation(visitorOf(scene), () => true);
  await dispatchChange(sockets, tableChange({ before }));
  expect((await leftOf(scene)).filter((name) => !name.startsWith('uploads/'))).toEqual([]);
});

test('what was brought back is left alone, and what may still be', async () => {
  const [back, fresh] = [await told(), await told()];
  await deleteConversation(clock, back.agent, back.conversationId);
  await restoreConversation(back.agent, back.conversationId);
  expect(await reconciled(back, later(3))).toBe(1);
  expect(await findConversation(back)).toBeDefined();
  const promised = await ErasureEntity.build(GetItemCommand).key(back).send();
  expect(promised.Item).toBeUndefined();

  await deleteConversation(clock, fresh.agent, fresh.conversationId);
  expect(await reconciled(fresh, clock)).toBeUndefined();
  const { accountId, botId, conversationId } = fresh;
  const job = { kind: 'finish_erasure', accountId, botId, conversationId } as const;
  await runBotJob(clock, job, { remainingTime: () => 100_000 });
  await restoreConversation(fresh.agent, conversationId);
  expect(await findConversation(fresh)).toBeDefined();
});

test('an erased person is in no list of the administration, whoever follows it', async () => {
  const owner = await newOwner('starter');
  const { Item: profile } = await ProfileEntity.build(GetItemCommand).key(owner).send();
  await listUser(null, profile ?? null);
  const named = async () => {
    const { Items = [] } = await documentClient.send(new ScanCommand({ TableName: process.env.TABLE_NAME }));
    return Items.filter(({ entity, userId }) => String(entity).startsWith('User') && userId === owner.userId);
  };
  expect(await named()).not.toEqual([]);
  const unlist = (person: typeof profile) => listUser(person ?? null, null);
  await purgePerson({ clock, deleteUser: async () => {}, unlist }, owner, () => true);
  expect(await named()).toEqual([]);
});

test('an account that is gone leaves the lists with the next comparison', async () => {
  const { accountId } = await newOwner('starter');
  const { Item: account } = await AccountEntity.build(GetItemCommand).key({ accountId }).send();
  if (!account) throw new Error('The account is gone.');
  await listSubscription(null, account);
  const gone = { ...account, accountId: 'gone' };
  await listSubscription(null, gone);
  const deps = { clock, payments: noPayments, run: '2030-01-01' };
  expect((await reconcileAccount(deps, gone)).found).toEqual({ listingsRemoved: 1 });
  const { Items = [] } = await documentClient.send(new ScanCommand({ TableName: process.env.TABLE_NAME }));
  const listed = Items.filter(({ entity }) => entity === 'SubscriptionListing').map((item) => item.accountId);
  expect(listed).toEqual([accountId]);
});
