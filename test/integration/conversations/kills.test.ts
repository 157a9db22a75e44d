import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { acknowledged, answeringBot, BURST_LENGTH, burst, settled } from '#test/helpers/bursts';
import { type OwnCloud, startCloud } from '#test/helpers/cloud';
import type { TestUser } from '#test/helpers/users';
import type { TestVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';

let cloud: OwnCloud;
let owner: TestUser;
let bot: Bot;
beforeAll(async () => {
  cloud = await startCloud({ pages: false });
  ({ owner, bot } = await answeringBot(cloud));
  // An answer takes some time to write, in which its function can be killed.
  cloud.cloud.models.inject({ operation: 'converse-stream', kind: 'slow', delayMs: 20 });
});
afterAll(() => cloud?.remove());

const answered = ({ events }: TestVisitor) => events.filter(({ type }) => type === 'answer.done').length;
const answers = (visitor: TestVisitor, count: number) =>
  waitFor(`${count} answers`, () => answered(visitor) >= count || undefined);

/** Kills a function in the midst of its work; one that is faster than the look at it has nothing left to lose. */
async function killAtWork(name: string, visitor: TestVisitor): Promise<void> {
  await waitFor(
    `${name} to be at work`,
    () => cloud.cloud.functions.active(name) > 0 || answered(visitor) === BURST_LENGTH || undefined,
  );
  await cloud.cloud.functions.kill(name);
}

/** Kills a function when so many messages of the burst have been acknowledged, or answered. */
const KILLS: Readonly<Record<string, (visitor: TestVisitor, position: number) => Promise<unknown>>> = {
  async 'socket-message'(visitor, position) {
    // Those that the last kill met are never acknowledged.
    const isPast = () => acknowledged(visitor).length >= position || undefined;
    await waitFor('the messages before', isPast, 2_000).catch(() => {});
    await cloud.cloud.functions.kill('socket-message');
  },
  async 'socket-answer'(visitor, position) {
    await answers(visitor, position);
    await killAtWork('socket-answer', visitor);
  },
  async 'queue-failed-answers'(visitor, position) {
    await answers(visitor, position);
    await killAtWork('socket-answer', visitor);
    await killAtWork('queue-failed-answers', visitor);
  },
  async 'stream-dispatch'(visitor, position) {
    await answers(visitor, position);
    await cloud.cloud.functions.kill('stream-dispatch');
  },
};

test.each(Object.entries(KILLS))(
  'what was acknowledged is answered once, though %s was killed before each message of a burst',
  async (_, kill) => {
    const visitors: TestVisitor[] = [];
    for (let position = 0; position < BURST_LENGTH; position += 1) {
      const visitor = await burst(cloud, bot);
      visitors.push(visitor);
      await kill(visitor, position);
      // Those that a kill met before were never acknowledged, on a slow machine all four; what comes after a kill is.
      const last = visitor.say('And what does it weigh?');
      await visitor.event('message.accepted', ({ id }) => id === last);
    }
    const outcome = await settled(cloud, owner.accountId, visitors, { within: 90_000, sweeping: true });
    expect(outcome).toMatchObject({ unanswered: [], answeredTwice: [] });
    expect(outcome.acknowledged).toBeGreaterThanOrEqual(visitors.length);
    for (const visitor of visitors) await visitor.close();
  },
);
