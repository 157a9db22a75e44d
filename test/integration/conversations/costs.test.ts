import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnCloud, startCloud } from '#test/helpers/cloud';
import { costedBot, fixedConversation } from '#test/helpers/fixed-conversation';
import { ofKind, ofTenants, sum, sumsBy, Tally, writeUnits } from '#test/helpers/tally';

/**
 * Units that a conversation of five questions and five answers may write, by entity: what was counted, and some for where
 * batches of the stream are cut. Whoever writes more has a reason, and says it here.
 */
const WRITTEN: Readonly<Record<string, number>> = {};

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
  const conversationId = await fixedConversation(cloud, bot);
  await cloud.cloud.drained();
  const body = JSON.stringify({ accountId: owner.accountId, conversationId });
  const counted = await cloud.cloud.functions.invoke('queue-analytics', {
    Records: [{ messageId: 'count', body, attributes: { ApproximateReceiveCount: '1' } }],
  });
  expect(counted).toMatchObject({ ok: true, payload: { batchItemFailures: [] } });
  const usages = ofTenants(tally.take());
  const writes = ofKind(usages, 'write');
  const byEntity = sumsBy(writes, ({ entity }) => entity, writeUnits);
  const beyond = [...byEntity].filter(([entity, units]) => units > (WRITTEN[entity] ?? 0));
  expect(Object.fromEntries(beyond)).toEqual({});
  expect(sum(writes, writeUnits)).toBeLessThanOrEqual(150);
  expect(sum(ofKind(usages, 'read'), ({ units }) => units)).toBeLessThanOrEqual(80);
});
