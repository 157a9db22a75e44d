import * as z from 'zod';
import { invalid } from './errors';
import { InvalidExpression, type Occurrences, readExpression } from './expression';
import { isTimeZone } from './zoned-time';

export const Name = z.string().regex(/^[0-9a-zA-Z\-_.]{1,64}$/);

/** Seconds since the epoch, as the API has it, or a text, as templates have it. */
const Time = z.union([
  z.number().transform((seconds) => Math.round(seconds * 1000)),
  z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
]);

const Target = z.object({
  Arn: z.string().regex(/^arn:aws:sqs:/, 'Only queues are targets locally.'),
  RoleArn: z.string().min(1),
  Input: z.string().min(1).optional(),
  SqsParameters: z.object({ MessageGroupId: z.string().min(1).max(128) }).optional(),
  DeadLetterConfig: z.object({ Arn: z.string().regex(/^arn:aws:sqs:/) }).optional(),
  RetryPolicy: z
    .object({
      MaximumEventAgeInSeconds: z.number().int().min(60).max(86_400).default(86_400),
      MaximumRetryAttempts: z.number().int().min(0).max(185).default(185),
    })
    .prefault({}),
});
export type Target = z.infer<typeof Target>;

/** What a schedule is told to do. A call that leaves something out means its default, when it updates as well. */
export const Definition = z.object({
  ScheduleExpression: z.string().min(1).max(256),
  ScheduleExpressionTimezone: z.string().min(1).max(50).default('UTC'),
  // A window would make the moment a random one.
  FlexibleTimeWindow: z.object({ Mode: z.literal('OFF', 'Only OFF runs locally.') }),
  Target,
  Description: z.string().max(512).optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  StartDate: Time.optional(),
  EndDate: Time.optional(),
  ActionAfterCompletion: z.enum(['NONE', 'DELETE']).default('NONE'),
  KmsKeyArn: z.string().optional(),
});
export type Definition = z.infer<typeof Definition>;

/** A definition that holds together, or a ValidationException. */
export function readDefinition(input: unknown): Definition {
  const parsed = Definition.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(`${issue?.path.join('.') ?? 'request'}: ${issue?.message ?? 'invalid'}`);
  }
  const { ScheduleExpressionTimezone, StartDate, EndDate } = parsed.data;
  if (!isTimeZone(ScheduleExpressionTimezone))
    throw invalid(`Invalid Schedule Expression Timezone ${ScheduleExpressionTimezone}`);
  if (StartDate !== undefined && EndDate !== undefined && EndDate <= StartDate)
    throw invalid('The EndDate must come after the StartDate.');
  occurrencesOf(parsed.data);
  return parsed.data;
}

export function occurrencesOf({ ScheduleExpression, ScheduleExpressionTimezone }: Definition): Occurrences {
  try {
    return readExpression(ScheduleExpression, ScheduleExpressionTimezone);
  } catch (error) {
    if (!(error instanceof InvalidExpression)) throw error;
    throw invalid(`Invalid Schedule Expression ${ScheduleExpression}.`);
  }
}

/**
 * When a schedule is next to run, at or after an instant; null when it never will. The dates bound what recurs, and
 * mean nothing to what runs once.
 */
export function nextRun(definition: Definition, instant: number, createdAt: number): number | null {
  if (definition.State === 'DISABLED') return null;
  const occurrences = occurrencesOf(definition);
  if (occurrences.kind === 'at') return occurrences.from(instant, createdAt);
  const { StartDate, EndDate } = definition;
  const found = occurrences.from(Math.max(instant, StartDate ?? instant), StartDate ?? createdAt);
  return found !== null && EndDate !== undefined && found > EndDate ? null : found;
}
