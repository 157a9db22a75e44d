import { UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { acceptMessage } from '#core/conversations/accept-message';
import { changeStatus } from '#core/conversations/change-status';
import { endAbandoned } from '#core/conversations/end-abandoned';
import { ConversationEntity, type StoredConversation } from '#core/conversations/entity';
import { InboxJob, runInboxJob } from '#core/conversations/inbox/jobs';
import { listWithPeople } from '#core/conversations/inbox/list-with-people';
import { actOnConversation, replyToVisitor } from '#core/conversations/inbox/reply';
import { getTimeline } from '#core/conversations/inbox/timeline';
import { loadConversation, stateOf } from '#core/conversations/messages';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { memoryPublications } from '../bots/setup';
import { tableChange } from '../operator/dispatch/follow';
import { newScene, type Scene } from './inbox/setup';
import { clock, recordingSockets, send } from './setup';

memoryPublications();
const queues = recordingQueues();
withLocalTable();
beforeAll(() => {
  for (const name of ['INBOX_JOBS_QUEUE_URL', 'BOT_JOBS_QUEUE_URL', 'WEBHOOKS_QUEUE_URL'])
    process.env[name] = 'jobs';
  process.env.APP_ORIGIN = 'https://app.example.com';
});

const MINUTE = 60_000;
/** Of a bot's session, unless it says otherwise. */
const SESSION = 30;
const minutesLater = (minutes: number) => () => new Date(Date.now() + minutes * MINUTE);
const spoken = async () => {
  const scene = await newScene();
  await acceptMessage(clock, scene, send('Do you rent tents?'));
  return scene;
};
const standing = async (scene: Scene) => {
  const { status, endedBecause, gsi1pk } = await loadConversation(scene);
  return [status, endedBecause, gsi1pk?.split('#').at(-1)];
};

describe('a conversation that its visitor left', () => {
  it('ends when the session of its bot has passed, and not before', async () => {
    const scene = await spoken();
    const due = await endAbandoned(clock, scene);
    const minutes = ((due?.getTime() ?? 0) - Date.now()) / MINUTE;
    expect(Math.round(minutes)).toBe(SESSION + 1);
    expect(await standing(scene)).toEqual(['active', undefined, 'active']);
    expect(await endAbandoned(minutesLater(SESSION + 2), scene)).toBeNull();
    expect(await standing(scene)).toEqual(['ended', 'abandoned', 'ended']);
    // Looked at again it stays.
    expect(await endAbandoned(minutesLater(SESSION + 90), scene)).toBeNull();
    expect(await standing(scene)).toEqual(['ended', 'abandoned', 'ended']);
  });

  it('is to them as they left it: they go on, and then it is the bot’s again', async () => {
    const scene = await spoken();
    await endAbandoned(minutesLater(SESSION + 2), scene);
    expect(stateOf(await loadConversation(scene)).status).toBe('active');
    await acceptMessage(clock, scene, send('And for how much?'));
    expect(await standing(scene)).toEqual(['active', undefined, 'active']);
    await endAbandoned(minutesLater(SESSION + 2), scene);
    await changeStatus(scene, { type: 'escalate' });
    expect(await standing(scene)).toEqual(['escalated', undefined, 'escalated']);
  });

  it('is not ended while a person has it, nor where they write at that moment', async () => {
    const scene = await spoken();
    await changeStatus(scene, { type: 'escalate' });
    expect(await endAbandoned(minutesLater(SESSION + 90), scene)).toBeNull();
    expect(await standing(scene)).toEqual(['escalated', undefined, 'escalated']);
    const other = await spoken();
    await Promise.all([
      endAbandoned(minutesLater(SESSION + 2), other),
      acceptMessage(clock, other, send('Still here')),
    ]);
    expect((await loadConversation(other)).status).toBe('active');
  });

  it('is looked at from its first word on, in steps that a queue bears, until it has ended', async () => {
    const scene = await spoken();
    const head = { entity: 'Conversation', ...(await loadConversation(scene)) };
    const { sockets } = recordingSockets();
    const looks = () => queues.bodies().filter(({ kind }) => kind === 'abandoned');
    const change = (before: Partial<StoredConversation> | null, now: Partial<StoredConversation>) =>
      dispatchChange(sockets, tableChange({ before: before as never, after: { ...head, ...now } as never }));
    await change(null, {});
    await change(head, { lastSequence: 2, revision: 9 });
    expect(looks()).toHaveLength(1);
    await change({ ...head, status: 'escalated' }, {});
    expect(looks()).toHaveLength(2);
    // The changes of this test are of another time.
    const at = clock().toISOString();
    await runInboxJob(clock, InboxJob.parse({ ...looks()[0], at }));
    const [next] = looks().slice(2);
    expect(Math.round((Date.parse(String(next?.at)) - Date.now()) / MINUTE)).toBe(SESSION + 1);
    await runInboxJob(minutesLater(SESSION + 2), InboxJob.parse(next));
    expect(await standing(scene)).toEqual(['ended', 'abandoned', 'ended']);
    expect(looks()).toHaveLength(3);
  });
});

describe('a visitor who waits for a person', () => {
  it('keeps their place by since when, whatever they add, and a reply takes it', async () => {
    const scene = await spoken();
    const agent = { clock, sockets: recordingSockets().sockets };
    await changeStatus(scene, {
      type: 'escalate',
      escalation: { trigger: 'manual', at: clock().toISOString() },
    });
    const { waitingSince, gsi1sk } = await loadConversation(scene);
    expect(waitingSince).toBeDefined();
    await acceptMessage(minutesLater(3), scene, send('Hello?'));
    const head = await loadConversation(scene);
    expect([head.waitingSince, head.gsi1sk]).toEqual([waitingSince, gsi1sk]);
    expect(head.lastQuestion).toBe('Hello?');
    await replyToVisitor({ ...agent, clock: minutesLater(4) }, scene.agent, scene.conversationId, {
      ...send('Yes, how can I help?'),
    });
    expect((await loadConversation(scene)).waitingSince).toBeUndefined();
    await acceptMessage(minutesLater(9), scene, send('My tent leaks'));
    expect((await loadConversation(scene)).waitingSince).toBe((await loadConversation(scene)).lastMessageAt);
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'resolve' });
    expect((await loadConversation(scene)).waitingSince).toBeUndefined();
  });

  it('is told first where they have waited longest, and those with the bot are counted', async () => {
    const scene = await spoken();
    const { accountId, conversationId } = scene;
    expect(await listWithPeople(scene.agent)).toMatchObject({ waiting: [], answered: [], withBot: 1 });
    await changeStatus(scene, { type: 'escalate' });
    const { waiting, withBot } = await listWithPeople(scene.agent);
    expect(waiting).toMatchObject([{ id: conversationId, lastQuestion: 'Do you rent tents?' }]);
    expect(withBot).toBe(0);
    // An index may say what is no more: it is not told.
    await ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, status: 'resolved' })
      .send();
    expect(await listWithPeople(scene.agent)).toMatchObject({ waiting: [], answered: [] });
  });

  it('sees a takeover before the message that follows it', async () => {
    const scene = await spoken();
    const message = await replyToVisitor(
      { clock, sockets: recordingSockets().sockets },
      scene.agent,
      scene.conversationId,
      send('I take this.'),
    );
    const { items } = await getTimeline(scene.agent, scene.conversationId);
    expect(items.find(({ kind }) => kind === 'take_over')?.at).toBe(message.createdAt);
  });
});
