import { DeleteItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MessageId } from '#contract/base/ids';
import { botDefaults } from '#contract/bots/bot-config';
import { conversationChannel, ListenerEntity } from '#core/accounts/sockets/entity';
import { acceptMessage } from '#core/conversations/accept-message';
import { ConversationEntity } from '#core/conversations/entity';
import { askForPerson } from '#core/conversations/inbox/hand-over';
import { runInboxJob } from '#core/conversations/inbox/jobs';
import { getConversation } from '#core/conversations/inbox/list-conversations';
import { replyToVisitor } from '#core/conversations/inbox/reply';
import { sendReplyMail } from '#core/conversations/inbox/send-reply-mail';
import { loadConversation } from '#core/conversations/messages';
import type { OutgoingMail } from '#platform/mail';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { follow } from '../../operator/dispatch/follow';
import { clock, recordingSockets, send } from '../setup';
import { newScene, type Scene, visitorOf } from './setup';

const queues = recordingQueues();
withLocalTable();
beforeAll(() => {
  process.env.INBOX_JOBS_QUEUE_URL = 'jobs';
  process.env.APP_ORIGIN = 'https://app.example';
});

const { sockets } = recordingSockets();
const NEVER = Object.fromEntries(Object.keys(botDefaults('en').businessHours.week).map((day) => [day, []]));

/** A conversation that a person has. Its visitor has left the chat, unless `listens`. */
async function sceneWithPerson({
  email = 'v@example.com' as string | null,
  listens = false,
  config = {},
} = {}) {
  const scene = await newScene({ companyName: 'Ink & Co', ...config });
  const { accountId, conversationId } = scene;
  if (!listens)
    await ListenerEntity.build(DeleteItemCommand)
      .key({ channel: conversationChannel(accountId, conversationId), connectionId: 'visitor' })
      .send();
  await acceptMessage(clock, scene, send('Is http://shop.example open?'));
  await askForPerson({ clock, sockets }, visitorOf(scene), email === null ? {} : { email });
  return scene;
}

function outbox() {
  const mails: OutgoingMail[] = [];
  return { mails, deps: { clock, sendMail: async (mail: OutgoingMail) => void mails.push(mail) } };
}

async function reply({ agent, conversationId }: Scene, text: string): Promise<MessageId> {
  return (await replyToVisitor({ clock, sockets }, agent, conversationId, send(text))).id;
}

const jobs = () =>
  queues
    .inputs()
    .map(({ MessageBody = '', DelaySeconds }) => ({ ...JSON.parse(MessageBody), delay: DelaySeconds }));

describe('what an agent writes to a visitor who has left an address', () => {
  test('is looked after a while later, and where they have left none, never', async () => {
    for (const email of ['v@example.com', null]) {
      queues.forget();
      const scene = await sceneWithPerson({ email });
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

  test('reaches them by one mail a burst, in the company’s name, and is said to be mailed', async () => {
    const scene = await sceneWithPerson();
    const first = await reply(scene, 'We are <open>.');
    const last = await reply(scene, 'Until six.');
    const { mails, deps } = outbox();
    for (const through of [first, last, last]) await sendReplyMail(deps, scene, { through, mayWait: true });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: 'v@example.com',
      fromName: 'Parley · Ink & Co',
      subject: 'Your answer from Ink & Co',
    });
    expect(mails[0]?.text).toMatch(/Ada Agent, .+:\nWe are <open>\.\n\nAda Agent, .+:\nUntil six\./);
    expect(mails[0]?.html).toContain('We are &lt;open&gt;.');
    // Theirs could be anybody's words.
    expect(mails[0]?.text).not.toContain('http://shop.example');
    expect((await getConversation(clock, scene.agent, scene.conversationId)).repliesMailedThrough).toBe(last);

    const next = await reply(scene, 'Sundays too.');
    await sendReplyMail(deps, scene, { through: next, mayWait: true });
    expect(mails).toHaveLength(2);
    expect(mails[1]?.text).not.toContain('Until six.');
  });

  test('comes in the bot’s name while nobody has said what the company is called', async () => {
    const scene = await sceneWithPerson({ config: { companyName: botDefaults('en').companyName } });
    const { mails, deps } = outbox();
    await sendReplyMail(deps, scene, { through: await reply(scene, 'Hello!'), mayWait: true });
    expect(mails[0]?.fromName).toBe('Parley · Helper');
  });

  test('is not mailed once they have read it, or written since', async () => {
    const [reader, writer] = [await sceneWithPerson(), await sceneWithPerson()];
    const { mails, deps } = outbox();
    const read = await reply(reader, 'Hello!');
    const { accountId, conversationId } = reader;
    await ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, readThrough: read })
      .send();
    await sendReplyMail(deps, reader, { through: read, mayWait: false });
    const answered = await reply(writer, 'Hello!');
    await acceptMessage(clock, writer, send('Thank you'));
    await sendReplyMail(deps, writer, { through: answered, mayWait: false });
    expect(mails).toEqual([]);
  });

  test('waits for one whose chat is open, but not for ever', async () => {
    const scene = await sceneWithPerson({ listens: true });
    const through = await reply(scene, 'Hello!');
    const { accountId, botId, conversationId } = scene;
    queues.forget();
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
    await sendReplyMail(deps, scene, { through, mayWait: false });
    expect(mails).toHaveLength(1);
  });

  test('is mailed by the next delivery where the mail could not be sent', async () => {
    const scene = await sceneWithPerson();
    const through = await reply(scene, 'Hello!');
    const { mails, deps } = outbox();
    const broken = { clock, sendMail: () => Promise.reject(new Error('throttled')) };
    await expect(sendReplyMail(broken, scene, { through, mayWait: true })).rejects.toThrow('throttled');
    await sendReplyMail(deps, scene, { through, mayWait: true });
    expect(mails).toHaveLength(1);
  });

  test('says where their chat is, where the bot’s own list knows its website, as no link', async () => {
    const pageIn = async (allowedDomains: string[]) => {
      const scene = await sceneWithPerson({ config: { allowedDomains } });
      const { accountId, conversationId } = scene;
      await ConversationEntity.build(UpdateItemCommand)
        .item({ accountId, conversationId, page: 'https://shop.example/help' })
        .send();
      const { mails, deps } = outbox();
      await sendReplyMail(deps, scene, { through: await reply(scene, 'Hello!'), mayWait: true });
      expect(mails[0]?.text).not.toContain('https://shop.example/help');
      return mails[0]?.text.replaceAll('\u2060', '').includes('https://shop.example/help');
    };
    expect(await pageIn(['shop.example'])).toBe(true);
    expect(await pageIn(['other.example'])).toBe(false);
    expect(await pageIn([])).toBe(false);
  });
});

describe('an address that a visitor was asked for', () => {
  const closed = { businessHours: { ...botDefaults('en').businessHours, enabled: true, week: NEVER } };

  test('is taken from what they write to the people', async () => {
    const scene = await sceneWithPerson({ email: null, config: closed });
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
    const asked = await sceneWithPerson({ email: null, config: closed });
    await acceptMessage(clock, asked, send('a@example.com or b@example.com'));
    const unasked = await sceneWithPerson({ email: null });
    await acceptMessage(clock, unasked, send('I wrote to help@shop.example'));
    for (const scene of [asked, unasked])
      expect((await loadConversation(scene)).visitorEmail).toBeUndefined();
  });
});
