import { randomUUID } from 'node:crypto';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSqs } from '#infra/local/services/sqs/service';
import { resource, type ServedService, serveService, temporaryContext } from '#test/helpers/serve-service';

const arn = (name: string) => `arn:aws:sqs:eu-central-1:000000000000:${name}`;
const queue = (name: string, properties: object = {}) =>
  resource('AWS::SQS::Queue', `https://sqs/${name}`, { ...properties }, { Arn: arn(name) });
/** A stage's queues. */
const namesOf = (stage: string) => ({
  work: `parley-${stage}-ingest-WorkQueue1CAC4D2F`,
  dead: `parley-${stage}-ingest-WorkDeadLetters7D6F983C-Ab12`,
});
const queuesOf = (stage: string) => {
  const { work, dead } = namesOf(stage);
  return [
    queue(work, { RedrivePolicy: { deadLetterTargetArn: arn(dead), maxReceiveCount: 5 } }),
    queue(dead),
  ];
};

let context: Awaited<ReturnType<typeof temporaryContext>>;
let served: ServedService;
let sqs: SQSClient;
let letters: typeof import('#platform/dead-letters');

beforeAll(async () => {
  context = await temporaryContext();
  const queues = ['listed', 'shown', 'all', 'chosen'].flatMap(queuesOf);
  served = await serveService(createSqs(context, { queues }));
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_SQS: served.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  vi.resetModules();
  letters = await import('#platform/dead-letters');
  sqs = new SQSClient({ endpoint: served.endpoint, useQueueUrlAsEndpoint: false });
});
afterAll(async () => {
  sqs.destroy();
  await served.close();
});

const urlOf = (name: string) => `${served.endpoint}/000000000000/${name}`;
const send = async (stage: string, body: object, group?: string) => {
  const sent = await sqs.send(
    new SendMessageCommand({
      QueueUrl: urlOf(namesOf(stage).dead),
      MessageBody: JSON.stringify(body),
      ...(group && { MessageGroupId: group }),
    }),
  );
  return sent.MessageId ?? '';
};
const inWork = async (stage: string) => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: urlOf(namesOf(stage).work),
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['MessageGroupId'],
    }),
  );
  return Messages.map(({ Body = '', Attributes }) => [JSON.parse(Body), Attributes?.MessageGroupId]);
};
const work = async (stage: string) => {
  const found = (await letters.listDeadLetterQueues(stage)).find(({ name }) => name === 'work');
  if (!found) throw new Error('no queue work');
  return found;
};

// SQS is given a moment to look wherever a queue seems empty: side by side, each on a stage of its own.
describe.concurrent("a stage's dead letters", () => {
  it('are listed by short names, with how many there are and where they go back to', async () => {
    await send('listed', { n: 1 });
    const queues = await letters.listDeadLetterQueues('listed');
    expect(queues).toMatchObject([
      { name: 'work', messages: 1, source: expect.stringContaining(namesOf('listed').work) },
    ]);
  });

  it('can be looked at, which leaves them where they are', async () => {
    const id = await send('shown', { documentId: 'd1' }, 'account');
    for (let look = 0; look < 2; look++)
      expect(await letters.showDeadLetters(await work('shown'), 5)).toEqual([
        { id, group: 'account', body: '{"documentId":"d1"}', sentAt: expect.any(Date) },
      ]);
    expect(await inWork('shown')).toEqual([]);
  });

  it('are sent back in the group of their account, all of them', async () => {
    for (let n = 0; n < 12; n++) await send('all', { n }, `account-${n % 2}`);
    expect(await letters.redriveDeadLetters(await work('all'))).toBe(12);
    expect(await work('all')).toMatchObject({ messages: 0 });
    const [[body, group] = []] = await inWork('all');
    expect(group).toBe(`account-${body.n % 2}`);
    expect(await letters.redriveDeadLetters(await work('all'))).toBe(0);
  });

  it('are sent back one by one, the others stay and can be seen at once', async () => {
    await send('chosen', { n: 1 });
    const wanted = await send('chosen', { n: 2 });
    await send('chosen', { n: 3 });
    expect(await letters.redriveDeadLetters(await work('chosen'), new Set([wanted]))).toBe(1);
    expect(await inWork('chosen')).toEqual([[{ n: 2 }, undefined]]);
    expect((await letters.showDeadLetters(await work('chosen'), 5)).map(({ body }) => body)).toEqual([
      '{"n":1}',
      '{"n":3}',
    ]);
    expect(await letters.redriveDeadLetters(await work('chosen'), new Set([randomUUID()]))).toBe(0);
  });
});
