import { join } from 'node:path';
import * as z from 'zod';
import type { Resource } from '../../assembly/model';
import type { Clock } from '../../runtime/clock';
import type { Queues } from '../../runtime/ports';
import { openRecords, type Records } from '../../runtime/records';
import type { LocalContext } from '../../service';

export interface EventRulesOptions {
  /** Resources of type AWS::Events::Rule. */
  readonly rules: readonly Resource[];
  readonly queues: Pick<Queues, 'send'>;
  readonly clock: Clock;
}

/** Rules of EventBridge that send a fixed message to queues, every so often. */
export interface EventRules {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const Rule = z.object({
  ScheduleExpression: z.string(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(
    z.object({
      Id: z.string(),
      Arn: z.string().regex(/^arn:aws:sqs:/, 'only queues are targets locally'),
      Input: z.string().optional(),
    }),
  ),
});

const LAST = 'last';
const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/**
 * Runs the rules of the assembly. When each ran last is kept: what came due while nothing ran is made up for once, at
 * the next start, as a laptop is off at night.
 */
export function createEventRules(context: LocalContext, options: EventRulesOptions): EventRules {
  const now = () => options.clock.now();
  const rules = options.rules.map((resource) => read(resource)).filter(({ isEnabled }) => isEnabled);
  const timers = new Map<string, NodeJS.Timeout>();
  let records: Records | undefined;
  let sending: Promise<void> = Promise.resolve();
  let forgetClock = () => {};

  const fire = async (rule: TimedRule) => {
    for (const { Arn, Id, Input } of rule.targets) {
      try {
        await options.queues.send(Arn, Input ?? scheduledEvent(context, rule, now()));
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

interface TimedRule {
  readonly name: string;
  readonly arn: string;
  /** Milliseconds. */
  readonly every: number;
  readonly isEnabled: boolean;
  readonly targets: z.infer<typeof Rule>['Targets'];
}

function read({ id, stack, logicalId, attributes, properties }: Resource): TimedRule {
  const where = `AWS::Events::Rule ${logicalId} in stack ${stack}`;
  const rule = Rule.safeParse(properties);
  if (!rule.success) throw new Error(`${where}: ${z.prettifyError(rule.error)}`);
  const { ScheduleExpression, State, Targets } = rule.data;
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(ScheduleExpression) ?? [];
  if (count === undefined || unit === undefined)
    throw new Error(`${where}: ${ScheduleExpression} is of a kind that does not run locally`);
  return {
    name: id,
    arn: attributes.Arn ?? '',
    every: Number(count) * UNITS[unit as keyof typeof UNITS],
    isEnabled: State === 'ENABLED',
    targets: Targets,
  };
}

/** What a target gets that names no message of its own. */
function scheduledEvent({ region, accountId }: LocalContext, { arn }: TimedRule, at: number): string {
  return JSON.stringify({
    version: '0',
    id: crypto.randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: accountId,
    time: new Date(at).toISOString(),
    region,
    resources: [arn],
    detail: {},
  });
}
