import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from '#bin/build';
import { synthesize } from '#bin/local/synthesize';
import { type LocalCloud, startLocalCloud } from '#infra/local/start';
import { TEST_MS } from '#test/helpers/patience';
import { temporaryFolder } from '#test/helpers/temporary-folder';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SLOW = 2 * TEST_MS;

const folder = temporaryFolder();
let cloud: LocalCloud;

/** The product's assembly, with what a stack with schedules would have. */
function withSchedules(assembly: string): string {
  const own = path.join(folder, 'cdk.out');
  cpSync(assembly, own, { recursive: true });
  const file = path.join(own, 'parley-local-ingest.template.json');
  const template = JSON.parse(readFileSync(file, 'utf8'));
  const [queue] = Object.keys(template.Resources).filter(
    (id) => /^ArrivalsDeadLetters/.test(id) && template.Resources[id].Type === 'AWS::SQS::Queue',
  );
  const Target = {
    Arn: { 'Fn::GetAtt': [queue, 'Arn'] },
    RoleArn: { 'Fn::GetAtt': ['Sender', 'Arn'] },
    Input: 'of the template',
  };
  Object.assign(template.Resources, {
    Sender: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Statement: [
            {
              Effect: 'Allow',
              Action: 'sts:AssumeRole',
              Principal: { Service: 'scheduler.amazonaws.com' },
            },
          ],
        },
        Policies: [
          {
            PolicyName: 'send',
            PolicyDocument: {
              Statement: [{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: Target.Arn }],
            },
          },
        ],
      },
    },
    Reports: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'reports' } },
    Sweep: {
      Type: 'AWS::Scheduler::Schedule',
      Properties: {
        GroupName: { Ref: 'Reports' },
        ScheduleExpression: 'cron(0 3 1 1 ? 2099)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target,
      },
    },
  });
  writeFileSync(file, JSON.stringify(template));
  return own;
}

beforeAll(async () => {
  await build();
  const assembly = withSchedules(await synthesize(ROOT, () => {}));
  cloud = await startLocalCloud({ assembly, port: 0, state: path.join(folder, 'state') });
}, SLOW);
afterAll(() => cloud?.stop());

it(
  'runs the schedules of the template and of calls when the clock comes to their time',
  async () => {
    const settings = {
      region: 'eu-central-1',
      endpoint: cloud.addresses.aws,
      credentials: cloud.operator,
    };
    const queue = cloud.assembly
      .ofType('AWS::SQS::Queue')
      .find(({ logicalId }) => /^ArrivalsDeadLetters/.test(logicalId));
    const role = cloud.assembly.ofType('AWS::IAM::Role').find(({ logicalId }) => logicalId === 'Sender');
    await new SchedulerClient(settings).send(
      new CreateScheduleCommand({
        Name: 'weekly',
        GroupName: 'reports',
        ScheduleExpression: 'cron(0 8 ? * MON 2099)',
        ScheduleExpressionTimezone: 'Europe/Berlin',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: queue?.attributes.Arn, RoleArn: role?.attributes.Arn, Input: 'of a call' },
      }),
    );
    const sqs = new SQSClient(settings);
    const receive = async () => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: queue?.id ?? '', MaxNumberOfMessages: 10 }),
      );
      return Messages.map(({ Body }) => Body);
    };
    const clock = async (body: object) => {
      const answer = await fetch(`${cloud.addresses.aws}/_local/clock`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
      return answer.json();
    };
    await clock({ now: '2099-01-01T02:59:00Z' });
    expect(await receive()).toEqual([]);
    await clock({ advanceSeconds: 60 });
    expect(await receive()).toEqual(['of the template']);
    // The fifth is a Monday.
    expect(await clock({ now: '2099-01-05T07:00:00Z' })).toEqual({
      now: expect.stringMatching(/^2099-01-05T07:00:0/),
    });
    expect(await receive()).toEqual(['of a call']);
  },
  SLOW,
);
