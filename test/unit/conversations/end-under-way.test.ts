import { UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { BotEntity } from '#core/bots/entity';
import { changeStatus } from '#core/conversations/change-status';
import { endConversationsUnderWay } from '#core/conversations/end-under-way';
import { ConversationEntity } from '#core/conversations/entity';
import { countUnderWay } from '#core/conversations/inbox/count-under-way';
import { actOnConversation, replyToVisitor } from '#core/conversations/inbox/reply';
import { latestMessages, loadConversation } from '#core/conversations/messages';
import { readItem } from '#platform/table-reads';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { expectRefusal } from '#test/helpers/refusal';
import { memoryPublications } from '../bots/setup';
import { followMessage, tableChange } from '../operator/dispatch/follow';
import { newScene, type Scene } from './inbox/setup';
import { clock, recordingSockets, send } from './setup';

memoryPublications();
const queues = recordingQueues();
withLocalTable();
beforeAll(() => {
  for (const name of ['INBOX_JOBS_QUEUE_URL', 'BOT_JOBS_QUEUE_URL', 'WEBHOOKS_QUEUE_URL'])
    process.env[name] = 'jobs';
});

const always = () => true;
const deleted = { because: 'bot_deleted', sessionTimeoutMinutes: 30 } as const;
const end = async (scene: Scene) => {
  await unpublish(scene);
  return endConversationsUnderWay(clock, scene, deleted, always);
};
const wroteAgo = ({ accountId, conversationId }: Scene, minutes: number) =>
  ConversationEntity.build(UpdateItemCommand)
    .item({
      accountId,
      conversationId,
      lastMessageAt: new Date(Date.now() - minutes * 60_000).toISOString(),
    })
    .send();
const setStatus = ({ accountId, botId }: Scene, status: 'active' | 'ready') =>
  BotEntity.build(UpdateItemCommand).item({ accountId, botId, status }).send();
const unpublish = (scene: Scene) => setStatus(scene, 'ready');

describe('what is under way with a bot that visitors have no more', () => {
  it('ends with a word to the visitor, and says why', async () => {
    const scene = await newScene();
    await changeStatus(scene, { type: 'escalate' });
    expect(await countUnderWay(clock, scene.agent, scene.botId)).toEqual({ count: 1, isMore: false });
    expect(await end(scene)).toBe(true);
    expect(await loadConversation(scene)).toMatchObject({ status: 'ended', endedBecause: 'bot_deleted' });
    const [last] = (await latestMessages(scene)).slice(-1);
    expect(last).toMatchObject({ author: 'bot', kind: 'ended', text: expect.stringContaining('has ended') });
    const sockets = recordingSockets();
    await followMessage(sockets.sockets, last);
    expect(sockets.said.filter(({ to }) => to === 'visitor').map(({ event }) => event.type)).toEqual([
      'message.added',
    ]);
    expect(await countUnderWay(clock, scene.agent, scene.botId)).toEqual({ count: 0, isMore: false });
    await end(scene);
    expect(await latestMessages(scene)).toHaveLength(1);
  });

  it('is what the bot talked about within its session, and no more', async () => {
    const scene = await newScene();
    await wroteAgo(scene, 31);
    expect(await countUnderWay(clock, scene.agent, scene.botId)).toEqual({ count: 0, isMore: false });
    await end(scene);
    expect(await loadConversation(scene)).toMatchObject({ status: 'active' });
    await wroteAgo(scene, 5);
    expect(await countUnderWay(clock, scene.agent, scene.botId)).toEqual({ count: 1, isMore: false });
    await end(scene);
    expect(await loadConversation(scene)).toMatchObject({ status: 'ended' });
  });

  it('is left to another call when time runs out', async () => {
    const scene = await newScene();
    await unpublish(scene);
    expect(await endConversationsUnderWay(clock, scene, deleted, () => false)).toBe(false);
    expect(await loadConversation(scene)).toMatchObject({ status: 'active' });
  });

  it('goes on where the bot was published again by then', async () => {
    const scene = await newScene();
    expect(await endConversationsUnderWay(clock, scene, deleted, always)).toBe(true);
    expect(await loadConversation(scene)).toMatchObject({ status: 'active' });
  });

  it('is asked to end where a bot is taken away from visitors, and only there', async () => {
    const { accountId, botId } = await newScene();
    const found = await readItem(BotEntity, { accountId, botId });
    const live = { ...found, entity: 'Bot' };
    const { sockets } = recordingSockets();
    const kinds = async (after: object | null) => {
      queues.forget();
      await dispatchChange(sockets, tableChange({ before: live, after: after as never }));
      return queues.bodies().filter(({ kind }) => kind === 'end_conversations');
    };
    expect(await kinds({ ...live, status: 'inactive' })).toEqual([]);
    expect(await kinds({ ...live, status: 'ready', publication: undefined })).toEqual([
      expect.objectContaining({ because: 'bot_unpublished', sessionTimeoutMinutes: 30, botId }),
    ]);
    expect(await kinds(null)).toEqual([expect.objectContaining({ because: 'bot_deleted' })]);
  });
});

describe('a conversation whose bot is not published any more', () => {
  it('takes no reply that nobody would read, and one that goes by mail', async () => {
    const scene = await newScene();
    const deps = { clock, sockets: recordingSockets().sockets };
    await unpublish(scene);
    await expectRefusal(
      replyToVisitor(deps, scene.agent, scene.conversationId, send('Hello?')),
      'conversation.unreachable',
    );
    await expectRefusal(
      actOnConversation(clock, scene.agent, scene.conversationId, { action: 'take_over' }),
      'conversation.unreachable',
    );
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'resolve' });
    const { accountId, conversationId } = scene;
    await ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, visitorEmail: 'kim@example.com' })
      .send();
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'reopen' });
    await replyToVisitor(deps, scene.agent, scene.conversationId, send('Hello by mail'));
  });

  it('forgets why it ended when it is taken up again', async () => {
    const scene = await newScene();
    await end(scene);
    await setStatus(scene, 'active');
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'reopen' });
    expect((await loadConversation(scene)).endedBecause).toBeUndefined();
  });
});
