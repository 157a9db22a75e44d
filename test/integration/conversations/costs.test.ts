import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnCloud, startCloud } from '#test/helpers/cloud';
import { costedBot, countNow, fixedConversation } from '#test/helpers/fixed-conversation';
import { ofKind, ofTenants, sum, sumsBy, Tally, writeUnits } from '#test/helpers/tally';

/**
 * What a conversation of five questions and five answers may take: what was counted, and some for where batches of the
 * stream are cut. Whoever takes more has a reason, and says it here.
 */
const AT_MOST = { writeUnits: 150, readUnits: 72, invocations: 19, tableCalls: 130 };

const tally = new Tally();
let cloud: OwnCloud;
beforeAll(async () => {
  cloud = await startCloud({
    pages: false,
    meter: tally.meter,
    // It is counted once, when the test says so.
    environment: { COUNT_EVERY_SECONDS: '300' },
  });
});
afterAll(() => cloud?.remove());

test('a conversation of five questions and answers costs what is planned', async () => {
  const { owner, bot } = await costedBot(cloud);
  // What a function reads once, it has read.
  await fixedConversation(cloud, bot);
  await cloud.cloud.drained();
  tally.take();
  const { conversationId } = await fixedConversation(cloud, bot);
  await cloud.cloud.drained({ gathering: true });
  const counted = await countNow(cloud.cloud, owner.accountId, conversationId);
  expect(counted).toMatchObject({ ok: true, payload: { batchItemFailures: [] } });
  const usages = ofTenants(tally.take());
  const [writes, reads] = [ofKind(usages, 'write'), ofKind(usages, 'read')];
  const used = {
    writeUnits: sum(writes, writeUnits),
    readUnits: sum(reads, ({ units }) => units),
    invocations: ofKind(usages, 'invocation').length,
    tableCalls: ofKind(usages, 'call').filter(({ service }) => service === 'dynamodb').length,
  };
  const written = sumsBy(writes, ({ entity }) => entity, writeUnits);
  for (const [name, most] of Object.entries(AT_MOST))
    expect
      .soft(used[name as keyof typeof used], `${name}; written: ${JSON.stringify([...written])}`)
      .toBeLessThanOrEqual(most);
  expect(used.writeUnits).toBeGreaterThan(AT_MOST.writeUnits / 2);
});
