import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Resource } from '#infra/local/assembly/model';
import { MovableClock } from '#infra/local/runtime/clock';
import { createEventRules } from '#infra/local/services/events/service';
import { temporaryContext } from '#test/helpers/serve-service';

const QUEUE = 'arn:aws:sqs:eu-central-1:000000000000:sites';
const MINUTE = 60_000;

const rule = (properties: object): Resource => ({
  type: 'AWS::Events::Rule',
  stack: 'ingest',
  logicalId: 'Due',
  region: 'eu-central-1',
  id: 'ingest-Due',
  attributes: { Arn: 'arn:aws:events:eu-central-1:000000000000:rule/ingest-Due' },
  properties: {
    ScheduleExpression: 'rate(15 minutes)',
    State: 'ENABLED',
    Targets: [{ Id: 'queue', Arn: QUEUE, Input: '{"kind":"due"}' }],
    ...properties,
  },
});

let context: Awaited<ReturnType<typeof temporaryContext>>;
let sent: string[];
const clock = new MovableClock();
const rules = (properties: object = {}) =>
  createEventRules(context, {
    rules: [rule(properties)],
    clock,
    queues: { send: async (arn, body) => void sent.push(`${arn.split(':').at(-1)} ${body}`) },
  });

beforeEach(async () => {
  context = await temporaryContext();
  vi.useFakeTimers();
  sent = [];
});
afterEach(async () => {
  vi.useRealTimers();
});

describe('rules of EventBridge', () => {
  it('send their message to their queue at each interval, until they are stopped', async () => {
    const service = rules();
    await service.start();
    await vi.advanceTimersByTimeAsync(14 * MINUTE);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(sent).toEqual(['sites {"kind":"due"}']);
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    expect(sent).toHaveLength(3);
    await service.stop();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(sent).toHaveLength(3);
  });

  it('send at once what came due by a move of the clock, and once', async () => {
    const service = rules();
    await service.start();
    await vi.advanceTimersByTimeAsync(15 * MINUTE);
    expect(sent).toHaveLength(1);
    clock.moveTo(clock.now() + 3 * 24 * 60 * MINUTE);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(14 * MINUTE);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(sent).toHaveLength(3);
    await service.stop();
  });

  it('make up once for what came due while nothing ran', async () => {
    const first = rules();
    await first.start();
    await first.stop();
    vi.setSystemTime(Date.now() + 24 * 60 * MINUTE);
    const second = rules();
    await second.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(14 * MINUTE);
    expect(sent).toHaveLength(1);
    await second.stop();
  });

  it('that are disabled send nothing, and a target without a message gets the event itself', async () => {
    const disabled = rules({ State: 'DISABLED' });
    await disabled.start();
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    expect(sent).toEqual([]);
    await disabled.stop();
    const plain = rules({ Targets: [{ Id: 'queue', Arn: QUEUE }] });
    await plain.start();
    await vi.advanceTimersByTimeAsync(15 * MINUTE);
    expect(JSON.parse(sent[0]?.replace('sites ', '') ?? '')).toMatchObject({
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
    });
    await plain.stop();
  });

  it('with a pattern send what its template makes of an event that matches, and nothing of others', async () => {
    const service = rules({
      ScheduleExpression: undefined,
      EventPattern: {
        source: ['aws.ses'],
        detail: { eventType: ['Bounce', 'Complaint'], mail: { tags: { set: ['ours'] } } },
      },
      Targets: [
        {
          Id: 'queue',
          Arn: QUEUE,
          InputTransformer: {
            InputPathsMap: { detail: '$.detail' },
            InputTemplate: '{"kind":"returned","detail":<detail>}',
          },
        },
      ],
    });
    await service.start();
    const event = (eventType: string, set: string) => ({
      source: 'aws.ses',
      'detail-type': 'Email',
      detail: { eventType, mail: { tags: { set: [set] } } },
    });
    await service.publish(event('Bounce', 'ours'));
    await service.publish(event('Delivery', 'ours'));
    await service.publish(event('Bounce', 'theirs'));
    expect(sent).toEqual([
      'sites {"kind":"returned","detail":{"eventType":"Bounce","mail":{"tags":{"set":["ours"]}}}}',
    ]);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(sent).toHaveLength(1);
    await service.stop();
  });

  it('that would not run as they do on AWS are refused by name', () => {
    for (const properties of [
      { ScheduleExpression: 'cron(0 8 * * ? *)' },
      { ScheduleExpression: undefined },
      { ScheduleExpression: undefined, EventPattern: { source: [{ prefix: 'aws' }] } },
      { Targets: [{ Id: 'f', Arn: 'arn:aws:lambda:eu-central-1:000000000000:function:f' }] },
    ])
      expect(() => rules(properties)).toThrow(/Due in stack ingest/);
  });
});
