import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  DeleteScheduleGroupCommand,
  GetScheduleCommand,
  GetScheduleGroupCommand,
  ListScheduleGroupsCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Resource } from '#infra/local/assembly/model';
import { MovableClock } from '#infra/local/runtime/clock';
import type { AwsCall } from '#infra/local/service';
import { createScheduler, type SchedulerService } from '#infra/local/services/scheduler/service';
import { resource } from '#test/helpers/serve-service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { type Served, serveThroughGateway } from './through-gateway';

const queue = (name: string) => `arn:aws:sqs:eu-central-1:000000000000:${name}`;
const roleArn = (name: string) => `arn:aws:iam::000000000000:role/${name}`;
const role = (name: string, service: string) =>
  resource(
    'AWS::IAM::Role',
    name,
    {
      AssumeRolePolicyDocument: {
        Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: service } }],
      },
    },
    { Arn: roleArn(name) },
  );
const ROLES = [
  role('sender', 'scheduler.amazonaws.com'),
  role('mute', 'scheduler.amazonaws.com'),
  role('lambda', 'lambda.amazonaws.com'),
];
/** A Saturday, the day before clocks are put forward in Berlin. */
const START = Date.parse('2027-03-27T12:00:00Z');
const HOUR = 3_600_000;

let folder: string;
let served: Served<SchedulerService>;
let client: SchedulerClient;
let clock: MovableClock;
let sent: string[];
/** Deliveries that queues refuse before they take one. */
let refusals: number;
let template: { groups: Resource[]; schedules: Resource[] };

async function start(): Promise<void> {
  served = await serveThroughGateway(folder, (context) =>
    createScheduler(context, {
      ...template,
      roles: ROLES,
      queueArns: [queue('reports'), queue('dead')],
      clock,
      allows: (arn, { action, resource: target }) =>
        arn === roleArn('sender') && action === 'sqs:SendMessage' && target.startsWith(queue('')),
      queues: {
        async send(arn, body, options) {
          if (refusals > 0 && arn === queue('reports')) {
            refusals -= 1;
            throw new Error('throttled');
          }
          const group = options?.groupId === undefined ? '' : ` (${options.groupId})`;
          sent.push(`${arn.split(':').at(-1)} ${body}${group}`);
        },
      },
    }),
  );
  client = new SchedulerClient(served.client);
}

async function stop(): Promise<void> {
  client.destroy();
  await served.stop();
}

/** What was sent by this time, one text after the other. */
async function at(time: number | string): Promise<string[]> {
  clock.moveTo(typeof time === 'string' ? Date.parse(time) : time);
  await served.service.settled();
  return sent.splice(0);
}

beforeEach(async () => {
  folder = temporaryFolder();
  clock = new MovableClock();
  clock.moveTo(START);
  [sent, refusals, template] = [[], 0, { groups: [], schedules: [] }];
  await start();
});
afterEach(stop);

type Partly = Partial<Omit<CreateScheduleCommandInput, 'Target'>> & {
  Target?: Partial<NonNullable<CreateScheduleCommandInput['Target']>> | undefined;
};
const input = (own: Partly = {}): CreateScheduleCommandInput => ({
  Name: 'daily',
  ScheduleExpression: 'cron(0 8 * * ? *)',
  ScheduleExpressionTimezone: 'Europe/Berlin',
  FlexibleTimeWindow: { Mode: 'OFF' },
  ...own,
  Target: { Arn: queue('reports'), RoleArn: roleArn('sender'), Input: 'report', ...own.Target },
});
const create = (own?: Partly) => client.send(new CreateScheduleCommand(input(own)));
const update = (own?: Partly) => client.send(new UpdateScheduleCommand(input(own)));
const get = (Name = 'daily') => client.send(new GetScheduleCommand({ Name }));
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    ({ name }: Error) => name,
  );

describe('a schedule', () => {
  test('sends at eight in Berlin before and after clocks are put forward', async () => {
    const { ScheduleArn } = await create();
    expect(ScheduleArn).toBe('arn:aws:scheduler:eu-central-1:000000000000:schedule/default/daily');
    expect(await at('2027-03-28T05:59:59Z')).toEqual([]);
    expect(await at('2027-03-28T06:00:00Z')).toEqual(['reports report']);
    // Each day of a week that passes at once.
    expect(await at('2027-04-03T06:00:00Z')).toHaveLength(6);
  });

  test('that runs once runs once, and goes then if it is to', async () => {
    const ScheduleExpression = 'at(2027-03-27T14:00:00)';
    await create({ Name: 'kept', ScheduleExpression });
    await create({ Name: 'gone', ScheduleExpression, ActionAfterCompletion: 'DELETE' });
    expect(await at('2027-03-27T12:59:59Z')).toEqual([]);
    expect(await at('2027-03-27T13:00:00Z')).toEqual(['reports report', 'reports report']);
    expect(await at('2028-01-01T00:00:00Z')).toEqual([]);
    expect(await get('kept')).toMatchObject({ State: 'ENABLED', ActionAfterCompletion: 'NONE' });
    expect(await refusal(get('gone'))).toBe('ResourceNotFoundException');
  });

  test('by a rate begins at once, or at its start, and ends at its end', async () => {
    await create({ ScheduleExpression: 'rate(2 hours)' });
    expect(await at(START + 1)).toEqual(['reports report']);
    await client.send(new DeleteScheduleCommand({ Name: 'daily' }));
    await create({
      Name: 'bounded',
      ScheduleExpression: 'rate(2 hours)',
      StartDate: new Date(START + HOUR),
      EndDate: new Date(START + 6 * HOUR),
      ActionAfterCompletion: 'DELETE',
    });
    expect(await at(START + HOUR / 2)).toEqual([]);
    expect(await at(START + 4 * HOUR)).toHaveLength(2);
    expect(await at(START + 24 * HOUR)).toHaveLength(1);
    expect(await refusal(get('bounded'))).toBe('ResourceNotFoundException');
  });

  test('is told of its invocation where its input asks', async () => {
    const { ScheduleArn } = await create({
      ScheduleExpression: 'at(2027-03-28T08:00:00)',
      Target: {
        Input:
          '{"by":"<aws.scheduler.schedule-arn>","at":"<aws.scheduler.scheduled-time>","id":"<aws.scheduler.execution-id>","try":"<aws.scheduler.attempt-number>"}',
        SqsParameters: { MessageGroupId: 'a1' },
      },
    });
    const [message = ''] = await at('2027-03-29T00:00:00Z');
    expect(message).toMatch(/^reports \{.*\} \(a1\)$/);
    expect(JSON.parse(message.replace(/^reports | \(a1\)$/g, ''))).toEqual({
      by: ScheduleArn,
      at: '2027-03-28T06:00:00Z',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      try: '1',
    });
  });

  test('is described as it was made, with the defaults', async () => {
    await create({ StartDate: new Date(START + HOUR), Description: 'Each morning' });
    const { $metadata: _, ...described } = await get();
    expect(described).toEqual({
      Arn: 'arn:aws:scheduler:eu-central-1:000000000000:schedule/default/daily',
      Name: 'daily',
      GroupName: 'default',
      Description: 'Each morning',
      ScheduleExpression: 'cron(0 8 * * ? *)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
      StartDate: new Date(START + HOUR),
      State: 'ENABLED',
      ActionAfterCompletion: 'NONE',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: queue('reports'),
        RoleArn: roleArn('sender'),
        Input: 'report',
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
      },
      CreationDate: expect.any(Date),
      LastModificationDate: expect.any(Date),
    });
  });

  test('that is updated is replaced: what the call leaves out has its default again', async () => {
    await create({ Description: 'Each morning', State: 'DISABLED', ActionAfterCompletion: 'DELETE' });
    expect(await at('2027-03-29T00:00:00Z')).toEqual([]);
    await update({ ScheduleExpression: 'cron(0 9 * * ? *)', ScheduleExpressionTimezone: undefined });
    const { Description, ...now } = await get();
    expect(Description).toBeUndefined();
    expect(now).toMatchObject({
      State: 'ENABLED',
      ActionAfterCompletion: 'NONE',
      ScheduleExpressionTimezone: 'UTC',
    });
    expect(await at('2027-03-29T08:59:59Z')).toEqual([]);
    expect(await at('2027-03-29T09:00:00Z')).toEqual(['reports report']);
  });

  test('that is deleted or disabled sends no more', async () => {
    await create();
    await update({ State: 'DISABLED' });
    await create({ Name: 'other' });
    await client.send(new DeleteScheduleCommand({ Name: 'other' }));
    expect(await at('2027-04-10T00:00:00Z')).toEqual([]);
  });

  test('is made once: the same name again is a conflict, the same call is not', async () => {
    const call = { ...input(), ClientToken: 'token-1' };
    const first = await client.send(new CreateScheduleCommand(call));
    const again = await client.send(new CreateScheduleCommand(call));
    expect(again.ScheduleArn).toBe(first.ScheduleArn);
    expect(await refusal(create())).toBe('ConflictException');
  });

  test.each<[string, Partly]>([
    ['an expression of no kind', { ScheduleExpression: 'every day' }],
    ['a time that is past', { ScheduleExpression: 'at(2027-03-27T12:00:00)' }],
    ['a zone that is none', { ScheduleExpressionTimezone: 'Europe/Bonn' }],
    ['an end before its start', { StartDate: new Date(START + HOUR), EndDate: new Date(START + 1) }],
    ['an end that is past', { EndDate: new Date(START - HOUR) }],
    ['a role that the scheduler may not assume', { Target: { RoleArn: roleArn('lambda') } }],
    ['a role that is none', { Target: { RoleArn: roleArn('nobody') } }],
    ['a target that is no queue', { Target: { Arn: 'arn:aws:lambda:eu-central-1:000000000000:function:f' } }],
    ['a window', { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 5 } }],
    ['a name that is none', { Name: 'a/b' }],
  ])('with %s is refused', async (_, own) => {
    expect(await refusal(create(own))).toBe('ValidationException');
    const { Schedules } = await client.send(new ListSchedulesCommand({}));
    expect(Schedules).toEqual([]);
  });

  test('that is not there is told so', async () => {
    expect(await refusal(get('none'))).toBe('ResourceNotFoundException');
    expect(await refusal(update())).toBe('ResourceNotFoundException');
    expect(await refusal(client.send(new DeleteScheduleCommand({ Name: 'none' })))).toBe(
      'ResourceNotFoundException',
    );
    expect(await refusal(create({ GroupName: 'none' }))).toBe('ResourceNotFoundException');
  });
});

describe('a target', () => {
  const once = (Target: Partly['Target']) =>
    create({ ScheduleExpression: 'at(2027-03-28T08:00:00)', ActionAfterCompletion: 'DELETE', Target });

  test('that takes no message is tried again, as often as its policy says', async () => {
    await once({ RetryPolicy: { MaximumRetryAttempts: 2 }, Input: '<aws.scheduler.attempt-number>' });
    refusals = 2;
    expect(await at('2027-03-28T06:00:00Z')).toEqual([]);
    expect(await at('2027-03-28T06:00:01.500Z')).toEqual([]);
    expect((await get()).Name).toBe('daily');
    expect(await at('2027-03-28T06:05:00Z')).toEqual(['reports 3']);
    expect(await refusal(get())).toBe('ResourceNotFoundException');
  });

  test('that never takes it leaves it to the dead letters', async () => {
    await once({
      RetryPolicy: { MaximumRetryAttempts: 1 },
      DeadLetterConfig: { Arn: queue('dead') },
    });
    refusals = 100;
    expect(await at('2027-03-28T06:00:00Z')).toEqual([]);
    expect(await at('2027-03-28T07:00:00Z')).toEqual(['dead report']);
  });

  test('is not tried longer than an event may be old', async () => {
    await once({
      RetryPolicy: { MaximumEventAgeInSeconds: 60 },
      DeadLetterConfig: { Arn: queue('dead') },
    });
    refusals = 100;
    await at('2027-03-28T06:00:00Z');
    expect(await at('2027-03-28T06:02:00Z')).toEqual(['dead report']);
  });

  test.each([
    ['that its role may not reach', { RoleArn: roleArn('mute') }],
    ['that is not there', { Arn: queue('none') }],
  ])('%s gets nothing, at the first try', async (_, target) => {
    await once({ ...target, DeadLetterConfig: { Arn: queue('dead') } });
    expect(await at('2027-03-28T06:00:00Z')).toEqual(['dead report']);
  });
});

describe('a restart', () => {
  test('keeps schedules, and what was not sent yet', async () => {
    await create();
    refusals = 1;
    expect(await at('2027-03-28T06:00:00Z')).toEqual([]);
    await stop();
    await start();
    expect((await get()).ScheduleExpressionTimezone).toBe('Europe/Berlin');
    expect(await at('2027-03-28T06:00:05Z')).toEqual(['reports report']);
    expect(await at('2027-03-29T06:00:00Z')).toEqual(['reports report']);
  });

  test('makes up once for what recurred meanwhile, and for what was to run once', async () => {
    await create();
    await create({ Name: 'once', ScheduleExpression: 'at(2027-03-30T08:00:00)', Target: { Input: 'once' } });
    await stop();
    clock.moveTo(Date.parse('2027-04-10T00:00:00Z'));
    await start();
    await served.service.settled();
    expect(sent.splice(0).sort()).toEqual(['reports once', 'reports report']);
    expect(await at('2027-04-10T06:00:00Z')).toEqual(['reports report']);
  });
});

describe('groups', () => {
  test('hold schedules, and take them with them', async () => {
    await client.send(new CreateScheduleGroupCommand({ Name: 'reports' }));
    expect(await refusal(client.send(new CreateScheduleGroupCommand({ Name: 'reports' })))).toBe(
      'ConflictException',
    );
    expect(await client.send(new GetScheduleGroupCommand({ Name: 'reports' }))).toMatchObject({
      Arn: 'arn:aws:scheduler:eu-central-1:000000000000:schedule-group/reports',
      State: 'ACTIVE',
    });
    // The same name in another group is another schedule.
    await create({ GroupName: 'reports', Target: { Input: 'in a group' } });
    await create();
    expect(await at('2027-03-28T06:00:00Z')).toHaveLength(2);
    const { ScheduleGroups = [] } = await client.send(new ListScheduleGroupsCommand({}));
    expect(ScheduleGroups.map(({ Name }) => Name)).toEqual(['default', 'reports']);

    await client.send(new DeleteScheduleGroupCommand({ Name: 'reports' }));
    expect(await at('2027-03-29T06:00:00Z')).toEqual(['reports report']);
    expect(await refusal(client.send(new DeleteScheduleGroupCommand({ Name: 'default' })))).toBe(
      'ValidationException',
    );
  });

  test('and states and prefixes narrow a list, which comes in pages', async () => {
    await client.send(new CreateScheduleGroupCommand({ Name: 'reports' }));
    for (const Name of ['a1', 'a2', 'a3', 'b1']) await create({ Name });
    await create({ Name: 'a9', GroupName: 'reports', State: 'DISABLED' });
    const list = async (own: ConstructorParameters<typeof ListSchedulesCommand>[0]) => {
      const names: string[] = [];
      let NextToken: string | undefined;
      do {
        const page = await client.send(new ListSchedulesCommand({ ...own, NextToken }));
        names.push(...(page.Schedules ?? []).map(({ Name = '' }) => Name));
        NextToken = page.NextToken;
      } while (NextToken !== undefined);
      return names;
    };
    expect(await list({ MaxResults: 2 })).toEqual(['a1', 'a2', 'a3', 'b1', 'a9']);
    expect(await list({ NamePrefix: 'a', MaxResults: 1 })).toEqual(['a1', 'a2', 'a3', 'a9']);
    expect(await list({ GroupName: 'reports' })).toEqual(['a9']);
    expect(await list({ State: 'DISABLED' })).toEqual(['a9']);
  });
});

describe('a template', () => {
  const group = resource('AWS::Scheduler::ScheduleGroup', 'nightly', { Name: 'nightly' });
  const schedule = (ScheduleExpression: string) =>
    resource('AWS::Scheduler::Schedule', 'sweep', {
      GroupName: 'nightly',
      ScheduleExpression,
      FlexibleTimeWindow: { Mode: 'OFF' },
      StartDate: '2027-03-28T00:00:00Z',
      Target: { Arn: queue('reports'), RoleArn: roleArn('sender'), Input: 'sweep' },
    });
  const deploy = async (groups: Resource[], schedules: Resource[]) => {
    await stop();
    template = { groups, schedules };
    await start();
  };

  test('has its schedules run, changed with it and gone with it', async () => {
    await deploy([group], [schedule('cron(0 3 * * ? *)')]);
    expect(await at('2027-03-28T03:00:00Z')).toEqual(['reports sweep']);
    await deploy([group], [schedule('cron(0 4 * * ? *)')]);
    expect(await at('2027-03-29T03:00:00Z')).toEqual(['reports sweep']);
    expect(await at('2027-03-29T04:00:00Z')).toEqual(['reports sweep']);
    await deploy([], []);
    expect(await at('2027-04-29T04:00:00Z')).toEqual([]);
    expect(await refusal(client.send(new GetScheduleGroupCommand({ Name: 'nightly' })))).toBe(
      'ResourceNotFoundException',
    );
  });
});

test('a caller needs permission to make a schedule, and to hand its role over to the scheduler', () => {
  const requiredActions = (method: string, path: string, body: object = {}) =>
    served.service.requiredActions({
      method,
      url: new URL(path, 'http://127.0.0.1'),
      rawPath: path,
      headers: {},
      body: Buffer.from(JSON.stringify(body)),
      principal: { kind: 'role', arn: roleArn('sender') },
    } satisfies AwsCall);
  const Target = { Arn: queue('reports'), RoleArn: roleArn('sender') };
  expect(requiredActions('POST', '/schedules/daily', { GroupName: 'reports', Target })).toEqual([
    {
      action: 'scheduler:CreateSchedule',
      resource: 'arn:aws:scheduler:eu-central-1:000000000000:schedule/reports/daily',
    },
    {
      action: 'iam:PassRole',
      resource: roleArn('sender'),
      context: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    },
  ]);
  expect(requiredActions('GET', '/schedules/daily?groupName=reports')).toEqual([
    {
      action: 'scheduler:GetSchedule',
      resource: 'arn:aws:scheduler:eu-central-1:000000000000:schedule/reports/daily',
    },
  ]);
  expect(requiredActions('GET', '/schedules')).toEqual([
    { action: 'scheduler:ListSchedules', resource: '*' },
  ]);
});
