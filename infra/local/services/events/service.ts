import { join } from 'node:path';
import * as z from 'zod';
import type { Resource } from '../../assembly/model';
import type { Clock } from '../../runtime/clock';
import type { BusEvent, Queues } from '../../runtime/ports';
import { openRecords, type Records } from '../../runtime/records';
import type { LocalContext } from '../../service';
import { matches, Pattern, transformed } from './patterns';

export interface EventRulesOptions {
  /** Resources of type AWS::Events::Rule. */
  readonly rules: readonly Resource[];
  readonly queues: Pick<Queues, 'send'>;
  readonly clock: Clock;
}

/** Rules of EventBridge that send messages to queues: the same every so often, or what events match. */
export interface EventRules {
  /** Sends an event to the targets of the rules that it matches, as the default bus does. */
  publish(event: BusEvent): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const Rule = z
  .object({
    ScheduleExpression: z.string().optional(),
    EventPattern: Pattern.optional(),
    State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
    Targets: z.array(
      z.object({
        Id: z.string(),
        Arn: z.string().regex(/^arn:aws:sqs:/, 'only queues are targets locally'),
        Input: z.string().optional(),
        InputTransformer: z
          .object({
            InputPathsMap: z.record(z.string(), z.string().regex(/^(\$(\.[\w-]+)+)$/, 'a path of names')),
            InputTemplate: z.string(),
          })
          .optional(),
      }),
    ),
  })
  .refine(
    ({ ScheduleExpression, EventPattern }) =>
      (ScheduleExpression === undefined) !== (EventPattern === undefined),
    'it has either a schedule or a pattern',
  );

const LAST = 'last';
const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/**
 * Runs the rules of the assembly. When each ran last is kept: what came due while nothing ran is made up for once, at
 * the next start, as a laptop is off at night.
 */
export function createEventRules(context: LocalContext, options: EventRulesOptions): EventRules {
  const now = () => options.clock.now();
  const all = options.rules.map((resource) => read(resource)).filter(({ isEnabled }) => isEnabled);
  const rules = all.filter((rule): rule is TimedRule => rule.every !== undefined);
  const timers = new Map<string, NodeJS.Timeout>();
  let records: Records | undefined;
  let sending: Promise<void> = Promise.resolve();
  let forgetClock = () => {};

  const fire = async (rule: TimedRule) => {
    for (const { Arn, Id, Input } of rule.targets) {
      try {
        await options.queues.send(Arn, Input ?? transformed(scheduledEvent(context, rule, now())));
      } catch (error) {
        context.log(`${rule.name}: ${Id} took no message: ${error instanceof Error ? error.message : error}`);
      }
    }
    records?.commit({ collection: LAST, key: rule.name, value: { at: now() } });
  };
  const wait = (rule: TimedRule) => {
    const last = records?.get<{ at: number }>(LAST, rule.name)?.at;
    // A rule that is new runs when its first interval is over.
    if (last === undefined) records?.commit({ collection: LAST, key: rule.name, value: { at: now() } });
    const left = last === undefined ? rule.every : Math.max(0, last + rule.every - now());
    clearTimeout(timers.get(rule.name));
    timers.set(
      rule.name,
      setTimeout(() => {
        sending = sending.then(() => fire(rule));
        void sending.then(() => timers.has(rule.name) && wait(rule));
      }, left),
    );
  };

  return {
    async publish(event) {
      const whole = envelope(context, now(), [], event);
      for (const { pattern, targets } of all) {
        if (pattern === undefined || !matches(pattern, whole)) continue;
        for (const { Arn, Input, InputTransformer } of targets)
          await options.queues.send(Arn, Input ?? transformed(whole, InputTransformer));
      }
    },
    async start() {
      records = openRecords(join(context.directory, 'rules.jsonl'));
      for (const rule of rules) wait(rule);
      forgetClock = options.clock.onMove(() => rules.forEach(wait));
    },
    async stop() {
      forgetClock();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await sending;
      records?.close();
      records = undefined;
    },
  };
}

interface EventRule {
  readonly name: string;
  readonly arn: string;
  readonly isEnabled: boolean;
  readonly pattern: z.infer<typeof Pattern> | undefined;
  readonly every: number | undefined;
  readonly targets: z.infer<typeof Rule>['Targets'];
}

type TimedRule = EventRule & {
  /** Milliseconds. */
  readonly every: number;
};

function read({ id, stack, logicalId, attributes, properties }: Resource): EventRule {
  const where = `AWS::Events::Rule ${logicalId} in stack ${stack}`;
  const rule = Rule.safeParse(properties);
  if (!rule.success) throw new Error(`${where}: ${z.prettifyError(rule.error)}`);
  const { ScheduleExpression, EventPattern, State, Targets } = rule.data;
  return {
    name: id,
    arn: attributes.Arn ?? '',
    pattern: EventPattern,
    every: ScheduleExpression === undefined ? undefined : interval(ScheduleExpression, where),
    isEnabled: State === 'ENABLED',
    targets: Targets,
  };
}

function interval(expression: string, where: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (count === undefined || unit === undefined)
    throw new Error(`${where}: ${expression} is of a kind that does not run locally`);
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}

/** What a target gets that names no message of its own. */
function scheduledEvent(context: LocalContext, { arn }: TimedRule, at: number) {
  return envelope(context, at, [arn], { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} });
}

function envelope(
  { region, accountId }: LocalContext,
  at: number,
  resources: readonly string[],
  event: BusEvent,
) {
  return {
    version: '0',
    id: crypto.randomUUID(),
    account: accountId,
    time: new Date(at).toISOString(),
    region,
    resources,
    ...event,
  };
}
