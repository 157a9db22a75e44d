import { join } from 'node:path';
import type { Resource } from '../../assembly/model';
import type { Clock } from '../../runtime/clock';
import type { Queues } from '../../runtime/ports';
import type { AwsAnswer, LocalContext, LocalService, RequiredAction } from '../../service';
import { Api, DEFAULT_GROUP, type Operation, operationOf } from './api';
import { nextRun, readDefinition, type Target } from './definition';
import { SchedulerError } from './errors';
import { Runner } from './runner';
import { keyOf, putGroup, putSchedule, removeGroup, removeSchedule, Store } from './store';

export interface SchedulerOptions {
  /** Resources of type AWS::Scheduler::ScheduleGroup. */
  readonly groups: readonly Resource[];
  /** Resources of type AWS::Scheduler::Schedule. */
  readonly schedules: readonly Resource[];
  /** Resources of type AWS::IAM::Role: what a schedule sends it sends as one of these. */
  readonly roles: readonly Resource[];
  /** ARNs of the queues that there are. */
  readonly queueArns: readonly string[];
  readonly queues: Pick<Queues, 'send'>;
  readonly clock: Clock;
  /** Whether a role's policies allow it. */
  allows(roleArn: string, required: RequiredAction): boolean;
}

export interface SchedulerService extends LocalService {
  /** Resolves when all that is due has been sent, or has failed. */
  settled(): Promise<void>;
}

const SCHEDULER = 'scheduler.amazonaws.com';

/** EventBridge Scheduler: schedules that functions make, and those of the template, with queues as their targets. */
export function createScheduler(context: LocalContext, options: SchedulerOptions): SchedulerService {
  const { clock } = options;
  let open: { readonly store: Store; readonly api: Api; readonly runner: Runner } | undefined;

  const roleProblem = (roleArn: string): string | undefined =>
    options.roles.some((role) => role.attributes.Arn === roleArn && trustsScheduler(role))
      ? undefined
      : 'The execution role you provide must allow AWS EventBridge Scheduler to assume the role.';
  const obstacle = ({ Arn, RoleArn }: Target): string | undefined => {
    if (roleProblem(RoleArn) !== undefined) return `${RoleArn} does not let EventBridge Scheduler assume it`;
    if (!options.allows(RoleArn, { action: 'sqs:SendMessage', resource: Arn }))
      return `${RoleArn} is not authorized to perform: sqs:SendMessage on resource: ${Arn}`;
    return options.queueArns.includes(Arn) ? undefined : 'the queue does not exist';
  };
  const opened = () => {
    if (!open) throw new Error('EventBridge Scheduler is not started');
    return open;
  };

  return {
    name: 'scheduler',

    async start() {
      const store = new Store(join(context.directory, 'schedules.jsonl'));
      takeTemplate(store, options);
      const runner = new Runner({
        store,
        clock,
        arnOf: (key) => api.arnOf(key),
        send: (queueArn, body, to) => options.queues.send(queueArn, body, to),
        obstacle,
        log: (line) => context.log(line),
      });
      const { region, accountId } = context;
      const changed = () => runner.wake();
      const api = new Api({ store, clock, region, accountId, roleProblem, changed });
      open = { store, api, runner };
      runner.start();
    },

    async stop() {
      await open?.runner.stop();
      open?.store.close();
      open = undefined;
    },

    async settled() {
      await opened().runner.settled();
    },

    requiredActions(call) {
      let operation: Operation | undefined;
      try {
        operation = operationOf(call);
      } catch {
        // Refused when it is handled.
      }
      return operation ? requiredActionsOf(operation, opened().api) : [];
    },

    async handle(call) {
      try {
        const operation = operationOf(call);
        if (!operation)
          return fault(
            404,
            'UnknownOperationException',
            `${call.method} ${call.url.pathname} does not run locally`,
          );
        return answer(200, opened().api.run(operation));
      } catch (error) {
        if (!(error instanceof SchedulerError)) throw error;
        return fault(error.status, error.type, error.message);
      }
    },
  };
}

/** Groups and schedules as the template has them now; those that it had before and has no more are gone. */
function takeTemplate(store: Store, { groups, schedules, clock }: SchedulerOptions): void {
  const now = clock.now();
  const names = new Set([DEFAULT_GROUP, ...groups.map(({ id }) => id)]);
  for (const name of names)
    if (!store.group(name))
      store.commit(putGroup({ name, createdAt: now, modifiedAt: now, isOfTemplate: true }));
  for (const { name, isOfTemplate } of store.groups()) {
    if (!isOfTemplate || names.has(name)) continue;
    const within = store.schedules().filter(({ group }) => group === name);
    store.commit(removeGroup(name), ...within.map((schedule) => removeSchedule(keyOf(schedule))));
  }
  const keys = new Set<string>();
  for (const { id: name, properties } of schedules) {
    const { GroupName = DEFAULT_GROUP } = properties as { GroupName?: string };
    const key = keyOf({ group: GroupName, name });
    keys.add(key);
    const template = JSON.stringify(properties);
    const known = store.schedule(key);
    if (known?.template === template) continue;
    const definition = readDefinition(properties);
    const createdAt = known?.createdAt ?? now;
    const nextAt = nextRun(definition, now, createdAt);
    store.commit(
      putSchedule({ group: GroupName, name, createdAt, modifiedAt: now, definition, nextAt, template }),
    );
  }
  for (const schedule of store.schedules())
    if (schedule.template !== undefined && !keys.has(keyOf(schedule)))
      store.commit(removeSchedule(keyOf(schedule)));
}

/** Lists concern no resource. Whoever makes a schedule hands its role over. */
function requiredActionsOf({ name, target, group, body }: Operation, api: Api): readonly RequiredAction[] {
  const resource =
    target === undefined
      ? '*'
      : name.endsWith('Group')
        ? api.groupArnOf(target)
        : api.arnOf(keyOf({ group, name: target }));
  const { RoleArn } = (body.Target ?? {}) as { RoleArn?: unknown };
  return [
    { action: `scheduler:${name}`, resource },
    ...(typeof RoleArn === 'string'
      ? [{ action: 'iam:PassRole', resource: RoleArn, context: { 'iam:PassedToService': SCHEDULER } }]
      : []),
  ];
}

function trustsScheduler({ properties }: Resource): boolean {
  const { Statement = [] } = (properties.AssumeRolePolicyDocument ?? {}) as { Statement?: unknown };
  return [Statement].flat().some((statement) => {
    const { Effect, Principal } = statement as { Effect?: unknown; Principal?: { Service?: unknown } };
    return Effect === 'Allow' && [Principal?.Service].flat().includes(SCHEDULER);
  });
}

function answer(status: number, body: object): AwsAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function fault(status: number, type: string, message: string): AwsAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
    body: JSON.stringify({ Message: message }),
  };
}
