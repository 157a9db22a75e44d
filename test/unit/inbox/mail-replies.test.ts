import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { botDefaults } from '../../../functions/contract/bot-config';
import { type BotId, type MessageId, UserId } from '../../../functions/contract/ids';
import { ProfileEntity } from '../../../functions/core/accounts/entity';
import { BotEntity } from '../../../functions/core/bots/entity';
import { acceptMessage } from '../../../functions/core/conversations/accept-message';
import {
  accountLists,
  ConversationCompanionEntity,
  ConversationEntity,
} from '../../../functions/core/conversations/entity';
import { type ConversationRef, loadConversation } from '../../../functions/core/conversations/messages';
import { replyToVisitor } from '../../../functions/core/inbox/answer';
import { runInboxJob } from '../../../functions/core/inbox/jobs';
import { mailReplies } from '../../../functions/core/inbox/mail-replies';
import { askForPerson } from '../../../functions/core/inbox/person';
import { getConversation } from '../../../functions/core/inbox/reads';
import { conversationChannel, ListenerEntity } from '../../../functions/core/sockets/entity';
import type { Actor } from '../../../functions/platform/actor';
import type { OutgoingMail } from '../../../functions/platform/mail';
import { startLocalTable } from '../../helpers/local-table';
import { clock, recordingSockets, send, startConversation } from '../conversations/setup';
import { follow } from '../dispatch/follow';

const sqs = mockClient(SQSClient);
let table: { close(): Promise<void> };
beforeAll(async () => {
  table = await startLocalTable();
  process.env.INBOX_JOBS_QUEUE_URL = 'jobs';
});
beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageCommand).resolves({});
});
afterAll(() => table.close());

const { sockets } = recordingSockets();
const NEVER = Object.fromEntries(Object.keys(botDefaults('en').businessHours.week).map((day) => [day, []]));

interface Scene extends ConversationRef {
  readonly botId: BotId;
  readonly agent: Actor;
}

/** A visitor who is with a person, and gone unless she listens. */
async function newScene({ email = 'v@example.com' as string | null, listens = false, config = {} } = {}) {
  const ref = await startConversation();
  const { accountId, conversationId, botId } = ref;
  const { startedAt } = await loadConversation(ref);
  const listed = { accountId, botId, conversationId, startedAt, status: 'active' };
  await ConversationCompanionEntity.build(PutItemCommand)
    .item({ accountId, conversationId, ...accountLists(listed) })
    .send();
  await BotEntity.build(UpdateItemCommand)
    .item({
      accountId,
      botId,
      publication: { number: 1, config: { ...botDefaults('en'), companyName: 'Ink & Co', ...config } },
    })
    .send();
  const userId = UserId.parse(randomUUID());
  const at = clock().toISOString();
  await ProfileEntity.build(PutItemCommand)
    .item({
      userId,
      email: `${userId}@example.com`,
      fullName: 'Ada Agent',
      role: 'client',
      language: 'en',
      createdAt: at,
      updatedAt: at,
    })
    .send();
  if (!listens)
    await ListenerEntity.build(DeleteItemCommand)
      .key({ channel: conversationChannel(accountId, conversationId), connectionId: 'visitor' })
      .send();
  const visitor = { ...ref, widgetId: 'abcdefgh' } as Parameters<typeof askForPerson>[1];
  await acceptMessage(clock, ref, send('Is http://shop.example open?'));
  await askForPerson({ clock, sockets }, visitor, email === null ? {} : { email });
  const agent: Actor = {
    userId,
    sessionId: 's',
    signedInAt: 1,
    accountId,
    profileRole: 'client',
    teamRole: 'owner',
  };
  return { ...ref, agent } satisfies Scene;
}

function outbox() {
  const mails: OutgoingMail[] = [];
  return { mails, deps: { clock, sendMail: async (mail: OutgoingMail) => void mails.push(mail) } };
}

async function reply({ agent, conversationId }: Scene, text: string): Promise<MessageId> {
  return (await replyToVisitor({ clock, sockets }, agent, conversationId, send(text))).id;
}

const jobs = () =>
  sqs
    .commandCalls(SendMessageCommand)
    .map(({ args: [{ input }] }) => ({ ...JSON.parse(input.MessageBody ?? ''), delay: input.DelaySeconds }));

describe('what an agent writes to a visitor who has left an address', () => {
  test('is looked after a while later, and where she has left none, never', async () => {
    for (const email of ['v@example.com', null]) {
      sqs.resetHistory();
      const scene = await newScene({ email });
      const before = await loadConversation(scene);
      const through = await reply(scene, 'Hello!');
      const after = await loadConversation(scene);
      await follow(sockets, before, after);
      // What changes later is not another reply.
      await follow(sockets, after, { ...after, unread: 0 });
      expect(jobs().filter(({ kind }) => kind === 'mail_replies')).toEqual(
        email === null
          ? []
          : [expect.objectContaining({ through, mayWait: true, delay: expect.any(Number) })],
      );
    }
  });

  test('reaches her by one mail a burst, in the company’s name, and is said to be mailed', async () => {
    const scene = await newScene();
    const first = await reply(scene, 'We are <open>.');
    const last = await reply(scene, 'Until six.');
    const { mails, deps } = outbox();
    for (const through of [first, last, last]) await mailReplies(deps, scene, { through, mayWait: true });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: 'v@example.com',
      fromName: 'Ink & Co',
      subject: 'Your answer from Ink & Co',
    });
    expect(mails[0]?.text).toMatch(/Ada Agent, .+:\nWe are <open>\.\n\nAda Agent, .+:\nUntil six\./);
    expect(mails[0]?.html).toContain('We are &lt;open&gt;.');
    // Hers could be anybody's words.
    expect(mails[0]?.text).not.toContain('http://shop.example');
    expect((await getConversation(scene.agent, scene.conversationId)).repliesMailedThrough).toBe(last);

    const next = await reply(scene, 'Sundays too.');
    await mailReplies(deps, scene, { through: next, mayWait: true });
    expect(mails).toHaveLength(2);
    expect(mails[1]?.text).not.toContain('Until six.');
  });

  test('comes in the bot’s name while nobody has said what the company is called', async () => {
    const scene = await newScene({ config: { companyName: botDefaults('en').companyName } });
    const { mails, deps } = outbox();
    await mailReplies(deps, scene, { through: await reply(scene, 'Hello!'), mayWait: true });
    expect(mails[0]?.fromName).toBe('Helper');
  });

  test('is not mailed once she has read it, or written since', async () => {
    const [reader, writer] = [await newScene(), await newScene()];
    const { mails, deps } = outbox();
    const read = await reply(reader, 'Hello!');
    const { accountId, conversationId } = reader;
    await ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, readThrough: read })
      .send();
    await mailReplies(deps, reader, { through: read, mayWait: false });
    const answered = await reply(writer, 'Hello!');
    await acceptMessage(clock, writer, send('Thank you'));
    await mailReplies(deps, writer, { through: answered, mayWait: false });
    expect(mails).toEqual([]);
  });

  test('waits for her whose chat is open, but not for ever', async () => {
    const scene = await newScene({ listens: true });
    const through = await reply(scene, 'Hello!');
    const { accountId, botId, conversationId } = scene;
    sqs.resetHistory();
    await runInboxJob(clock, {
      kind: 'mail_replies',
      accountId,
      botId,
      conversationId,
      through,
      mayWait: true,
    });
    expect(jobs()).toEqual([expect.objectContaining({ through, mayWait: false, delay: expect.any(Number) })]);
    const { mails, deps } = outbox();
    await mailReplies(deps, scene, { through, mayWait: false });
    expect(mails).toHaveLength(1);
  });

  test('is mailed by the next delivery where the mail could not be sent', async () => {
    const scene = await newScene();
    const through = await reply(scene, 'Hello!');
    const { mails, deps } = outbox();
    const broken = { clock, sendMail: () => Promise.reject(new Error('throttled')) };
    await expect(mailReplies(broken, scene, { through, mayWait: true })).rejects.toThrow('throttled');
    await mailReplies(deps, scene, { through, mayWait: true });
    expect(mails).toHaveLength(1);
  });

  test('leads back to her page where the bot’s own list knows its website', async () => {
    const pageIn = async (allowedDomains: string[]) => {
      const scene = await newScene({ config: { allowedDomains } });
      const { accountId, conversationId } = scene;
      await ConversationEntity.build(UpdateItemCommand)
        .item({ accountId, conversationId, page: 'https://shop.example/help' })
        .send();
      const { mails, deps } = outbox();
      await mailReplies(deps, scene, { through: await reply(scene, 'Hello!'), mayWait: true });
      return mails[0]?.text.includes('https://shop.example/help');
    };
    expect(await pageIn(['shop.example'])).toBe(true);
    expect(await pageIn(['other.example'])).toBe(false);
    expect(await pageIn([])).toBe(false);
  });
});

describe('an address that a visitor was asked for', () => {
  const closed = { businessHours: { ...botDefaults('en').businessHours, enabled: true, week: NEVER } };

  test('is taken from what she writes to the people', async () => {
    const scene = await newScene({ email: null, config: closed });
    await acceptMessage(clock, scene, send('Do you deliver?'));
    expect((await loadConversation(scene)).visitorEmail).toBeUndefined();
    await acceptMessage(clock, scene, send('My address is Vera.Vogel@example.com.'));
    await acceptMessage(clock, scene, send('another@example.com'));
    expect(await loadConversation(scene)).toMatchObject({
      visitorEmail: 'Vera.Vogel@example.com',
      providedContact: true,
    });
  });

  test('is none where two are named, or nobody asked for it', async () => {
    const asked = await newScene({ email: null, config: closed });
    await acceptMessage(clock, asked, send('a@example.com or b@example.com'));
    const unasked = await newScene({ email: null });
    await acceptMessage(clock, unasked, send('I wrote to help@shop.example'));
    for (const scene of [asked, unasked])
      expect((await loadConversation(scene)).visitorEmail).toBeUndefined();
  });
});
